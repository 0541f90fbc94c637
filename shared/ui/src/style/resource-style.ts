export const resourceStyle = `
.sd-resource{container-type:inline-size;background:var(--sd-surface);border:1px solid var(--sd-line);border-radius:8px;overflow:hidden}
.sd-resource-bar{display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:8px 16px;min-height:32px}
.sd-resource-bar-end{margin-inline-start:auto;display:flex;gap:8px}
.sd-resource-selection{background:var(--sd-tint)}
.sd-resource-selection strong{font-weight:600}
.sd-resource th{font-size:12px;line-height:20px;font-weight:400!important;padding-block:6px!important}
.sd-resource th:first-child,.sd-resource td:first-child{padding-inline-start:16px!important}
.sd-resource th:last-child,.sd-resource td:last-child{padding-inline-end:16px!important}
.sd-resource-foot{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:8px;padding:12px 16px}
.sd-resource-foot>:first-child{color:var(--sd-secondary)}
.sd-resource-dim{opacity:.55;transition:opacity .12s}
.sd-resource-acts{display:inline-flex;align-items:center;gap:12px;white-space:nowrap}
.sd-link-button{padding:0;border:0;background:none;font:inherit;color:var(--sd-link);cursor:pointer;min-height:24px;border-radius:4px}
.sd-resource td :is(.sd-resource-acts,.sd-link-button){margin-block:-1px}
.sd-resource td .sd-tag{vertical-align:top}
.sd-link-button:hover{text-decoration:underline}
.sd-link-button[aria-disabled=true]{color:var(--sd-off)!important;background:none!important;text-decoration:none;cursor:not-allowed}
.sd-resource-cards>li{padding:12px 16px;border-top:1px solid var(--sd-line);display:grid;grid-template-columns:minmax(0,1fr) auto;gap:4px 8px}
.sd-resource-cards-name{min-width:0;overflow-wrap:anywhere}
.sd-resource-cards-facts{grid-column:1/-1;font-size:12px;line-height:20px;color:var(--sd-hint);display:flex;flex-wrap:wrap;gap:0 12px}
.sd-resource-cards-detail{grid-column:1/-1;min-width:0}
.sd-resource-cards-detail>button{margin-inline-start:-8px}
.sd-resource-fault{padding:16px}
`;
