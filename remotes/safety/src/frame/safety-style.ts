/** Style of all pages of this remote. */
export const safetyStyle = `
.sf{min-width:0}
.sf :where(ol,ul,dl,dd),.sf-form :where(ol,ul),.sf-failed{list-style:none;margin:0;padding:0;min-width:0}
.sf-body{container-type:inline-size;display:flex;flex-direction:column;gap:16px;min-width:0}
.sf-summary{display:flex;flex-wrap:wrap;align-items:center;gap:16px;padding:16px;box-sizing:border-box}
.sf-mark{flex:none;display:inline-flex;align-items:center;justify-content:center;width:48px;height:48px;border-radius:8px;font-size:24px;color:var(--sd-link);background:var(--sd-tint)}
.sf-mark-found{color:var(--sd-err-text);background:var(--sd-err-tint)}
.sf-mark-unsure,.sf-mark-unknown,.sf-mark-incomplete{color:var(--sd-warn-text);background:var(--sd-warn-tint)}
.sf-mark-clean{color:var(--sd-ok-text);background:var(--sd-ok-tint)}
.sf-verdict{flex:1 1 300px;min-width:0;overflow-wrap:anywhere}
.sd-root .sf-verdict h2{font-size:20px;line-height:28px}
.sf-verdict>button{margin-top:12px}
.sf-running{display:flex;flex-direction:column;align-items:flex-start;gap:8px;margin-top:8px}
.sf-running>.sd-progress{align-self:stretch}
.sf-counts{display:flex;flex-wrap:wrap;gap:8px 24px}
.sf-counts>div{text-align:end}
.sf-counts dt{font-size:12px;line-height:20px;color:var(--sd-secondary)}
.sf-counts dd{font-size:16px;line-height:24px}
.sf-kept-quarantined{padding-inline-start:24px;border-inline-start:1px solid var(--sd-line)}
.sf-count-high,.sf-count-suspicious,.sf-count-notice,.sf-count-unknown{font-weight:600!important}
.sf-count-high{color:var(--sd-err-text)!important}
.sf-count-suspicious,.sf-count-unknown{color:var(--sd-warn-text)!important}
.sf-count-notice{color:var(--sd-text)!important}
.sf-tabs{min-width:0}
.sf-count{display:inline-block;min-width:20px;padding:0 6px;margin-inline-start:4px;border-radius:10px;font-size:12px;line-height:20px;text-align:center;color:var(--sd-secondary);background:var(--sd-soft);box-sizing:border-box}
.sf-list{display:flex;flex-direction:column;gap:16px;min-width:0}
.sf-search{width:240px}
.sf-severity{width:136px}
.sf-path{overflow-wrap:anywhere}
.sf-detail{display:flex;flex-direction:column;gap:16px;padding:4px 0 8px;min-width:0}
.sf-case{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:16px 24px;align-items:start}
.sf-case h3{margin:0 0 8px;font-size:14px;line-height:22px}
.sf-case>:only-child{grid-column:1/-1}
.sf-code{border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-surface);padding:8px 0!important;line-height:20px;overflow:hidden}
.sf-code>li{display:grid;grid-template-columns:56px minmax(0,1fr);padding-inline-end:12px}
.sf-code>li>bdi{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
.sf-line-number{padding-inline-end:12px;text-align:end;color:var(--sd-hint);user-select:none}
.sf-line-marked{background:var(--sd-warn-tint)}
.sf-line-marked>.sf-line-number{color:var(--sd-warn-text);font-weight:600}
.sf-line-grave{background:var(--sd-err-tint)}
.sf-line-grave>.sf-line-number{color:var(--sd-err-text)}
.sf-why{display:flex;flex-direction:column;gap:4px;margin-bottom:8px!important}
.sf-why>li{display:flex;align-items:flex-start;gap:8px;overflow-wrap:anywhere}
.sf-why>li>span:last-child{min-width:0}
.sf-why .anticon{padding-top:4px;color:var(--sd-secondary)}
.sf-why-high .anticon{color:var(--sd-err-mark)}
.sf-why-suspicious .anticon{color:var(--sd-warn-mark)}
.sf-facts{display:flex;flex-wrap:wrap;gap:0 24px;color:var(--sd-hint)}
.sf-facts>div{display:flex;flex-wrap:wrap;gap:0 8px;min-width:0}
.sf-facts dd{overflow-wrap:anywhere}
.sf-facts .sd-mono{font-size:12px}
.sf-form{display:flex;flex-direction:column;gap:16px}
.sf-form p{margin:0}
.sf-form .sd-field+.sd-field{margin-top:0}
.sf-check{display:flex;align-items:flex-start;gap:8px;overflow-wrap:anywhere}
.sf-check>input{flex:none;width:16px;height:16px;margin:3px 0;accent-color:var(--sd-fill)}
.sf-check .sd-hint{display:block}
.sf-names{max-height:200px;overflow:auto;padding:8px 12px;border:1px solid var(--sd-line);border-radius:6px}
.sf-failed{max-height:240px;overflow:auto}
.sf-failed>li+li{margin-top:4px}
.sf-requests{display:flex;flex-direction:column;gap:16px}
.sf-requests p{margin:0}
.sd-resource-selection .sf-danger:not(.sd-off){color:var(--sd-err-text)!important}
@container (max-width:760px){.sf-case{grid-template-columns:minmax(0,1fr)}.sf-search{width:100%}}
@container (max-width:480px){.sf-counts{flex:1 1 100%;display:grid;grid-template-columns:repeat(3,auto)}.sf-counts>div{text-align:start}.sf-kept-quarantined{padding:0;border:0}.sf-count{display:none}}
`;
