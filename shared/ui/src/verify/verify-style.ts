/** Style inside the dialog, since few visits need it. */
export const verifyStyle = `
.sd-verify>*+*{margin-top:16px!important}
.sd-ways{margin:0;padding:0;border:0;min-width:0}
.sd-ways label{display:flex;align-items:center;gap:8px;min-height:32px;overflow-wrap:anywhere}
.sd-ways input{margin:0;width:16px;height:16px;accent-color:var(--sd-mark)}
`.replaceAll('\n', '');
