const page = `
.dm{min-width:0}
.dm-body{display:flex;flex-direction:column;gap:16px;min-width:0}
.dm .dm-heading{margin-bottom:8px}
.dm-wrap{overflow-wrap:anywhere}
.dm-search{width:240px}
.dm-need{min-width:136px}
.dm-count{display:inline-flex;align-items:center;gap:6px;padding:0 4px;min-height:24px;border:0;background:none;font:12px/20px var(--sd-font);cursor:pointer;border-radius:4px}
.dm-count:hover{text-decoration:underline}
.dm-name{display:inline-flex;flex-wrap:wrap;align-items:center;gap:0 8px;overflow-wrap:anywhere}
.dm-name>.sd-link-button{text-align:start;overflow-wrap:anywhere}
`;

const states = `
.dm-state{display:inline-flex;flex-wrap:wrap;align-items:baseline;gap:0 8px;overflow-wrap:anywhere}
.dm-state-words{display:inline-flex;align-items:baseline;gap:6px;min-width:0}
.dm-state-words>.anticon{position:relative;top:2px}
.dm-icon-ok{color:var(--sd-ok-mark)}
.dm-icon-warning{color:var(--sd-warn-mark)}
.dm-icon-failed{color:var(--sd-err-mark)}
.dm-icon-none{color:var(--sd-hint)}
.dm-icon-busy{color:var(--sd-mark)}
.dm-words-warning{color:var(--sd-warn-text)}
.dm-words-failed{color:var(--sd-err-text)}
.dm-words-none{color:var(--sd-secondary)}
.dm-value{display:inline-flex;align-items:center;gap:4px;min-width:0;overflow-wrap:anywhere}
.dm-value strong{font-weight:600}
.dm-card-only{display:none}
.sd-resource-cards .dm-card-only{display:inline}
.sd-resource-cards .dm-state{font-size:12px;line-height:20px}
.sd-resource-cards .sd-resource-cards-facts{align-items:center;gap:4px 16px}
`;

const drawer = `
.dm-drawer [class*="-drawer-body"]{padding:0}
.dm-title{display:inline-flex;flex-wrap:wrap;align-items:center;gap:0 8px;overflow-wrap:anywhere}
.dm-title .sd-mono{font-size:13px;font-weight:400;color:var(--sd-secondary)}
.dm-banner p{margin:0}
.dm-banner .sd-fault{border-width:0 0 1px;border-radius:0}
.dm-section{padding:16px 24px;border-bottom:1px solid var(--sd-line);display:flex;flex-direction:column;gap:12px}
.dm-section:last-child{border-bottom:0}
.dm-section :is(h3,p,ul,ol){margin:0;padding:0;list-style:none}
.dm-section-head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 8px;min-height:24px}
.dm-section h3{font-size:16px;line-height:24px;font-weight:600}
.dm-section h3:focus{outline:none}
.dm-checked .sd-link-button{font-size:12px}
.dm-records{width:100%;border-collapse:collapse;overflow-wrap:anywhere}
.dm-records th{font-size:12px;line-height:20px;font-weight:400;text-align:start;color:var(--sd-secondary);background:var(--sd-head);padding:6px 8px}
.dm-records td{padding:8px;border-top:1px solid var(--sd-line);vertical-align:top}
.dm-records :is(th,td):first-child{padding-inline-start:12px}
.dm-steps>li{display:flex;align-items:baseline;justify-content:space-between;gap:8px;padding:3px 0}
.dm-request{display:flex;flex-direction:column;align-items:flex-start;gap:8px}
.dm-request>ol{align-self:stretch}
.dm-rows>li{display:flex;align-items:center;gap:12px;padding:8px 0;border-top:1px solid var(--sd-line)}
.dm-rows>li:first-child{border-top:0;padding-top:0}
.dm-rows>li>:first-child{flex:1;min-width:0}
.dm-switch-off{opacity:.55;cursor:not-allowed!important}
.dm-foot .dm-danger:not([aria-disabled=true]){color:var(--sd-err-text)!important}
.dm-foot{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px}
.dm-facts{margin:0;display:flex;flex-direction:column;gap:4px}
.dm-facts>div{display:grid;grid-template-columns:104px minmax(0,1fr);gap:8px}
.dm-facts dt{color:var(--sd-secondary)}
.dm-facts dd{margin:0;overflow-wrap:anywhere}
`;

const forms = `
.dm-form{display:flex;flex-direction:column;gap:16px}
.dm-form :is(p,ul){margin:0;padding:0;list-style:none}
.dm-form .sd-field+.sd-field{margin-top:0}
.dm-form strong{font-weight:600}
.dm-field-head{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:4px 8px;margin-bottom:8px}
.dm-field-head>.sd-label{margin-bottom:0}
.dm-lines.sd-input{display:block;font:13px/20px var(--sd-code);height:auto;padding:8px 12px;resize:vertical}
.dm-field-head~.sd-hint{margin-top:4px}
.dm-names{margin:0;padding:0;border:0;min-width:0;max-height:168px;overflow:auto;display:flex;flex-direction:column;gap:4px;align-items:flex-start}
.dm-names>legend{padding:0}
.dm-results,.dm-check{border:1px solid var(--sd-line);border-radius:8px;max-height:320px;overflow:auto}
.dm-results>li,.dm-check>li{padding:8px 12px;display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:4px 12px}
.dm-check>li{flex-direction:column;align-items:flex-start;gap:0}
.dm-check>li>p{padding-inline-start:22px;overflow-wrap:anywhere}
.dm-results>li+li,.dm-check>li+li{border-top:1px solid var(--sd-line)}
.dm-transfer{flex:1 1 100%;display:flex;flex-direction:column;gap:8px;padding:8px 12px;border-radius:6px;background:var(--sd-head)}
.dm-moved:focus{outline:none}
.dm-checked-facts{display:flex;flex-direction:column;gap:12px}
`;

/** Style of the remote, built on the page's variables. */
export const domainStyle = page + states + drawer + forms;
