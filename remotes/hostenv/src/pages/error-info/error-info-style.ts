export const errorInfoStyle = `
.he-error-preview{margin:0;padding:12px 16px;border:1px dashed var(--sd-edge);border-radius:6px;background:var(--sd-head);white-space:pre-wrap;overflow-wrap:anywhere;font-family:inherit}
.he-error-preview.sd-mono{font-family:var(--sd-code)}
.he-log{height:360px;overflow:auto;padding:8px 12px;border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-head);line-height:20px}
.he-log>div{white-space:pre-wrap;overflow-wrap:anywhere}
.he-log-foot{margin-top:8px!important}
`;
