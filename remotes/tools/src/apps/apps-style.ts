/** Style of the page of apps. */
export const appsStyle = `
.ap-tabs{min-width:0}
.ap-count{display:inline-block;min-width:20px;padding:0 6px;margin-inline-start:4px;border-radius:10px;font-size:12px;line-height:20px;text-align:center;color:var(--sd-secondary);background:var(--sd-soft);box-sizing:border-box}
.ap-count-new{color:var(--sd-warn-text);background:var(--sd-warn-tint)}
.ap-tools{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-bottom:16px}
.sd-alert+.ap-tools{margin-top:16px}
.ap-search{width:240px}
.ap-category{width:136px}
.ap-read{margin-inline-start:auto}
.ap-cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr));gap:16px}
.ap-card{display:flex;flex-direction:column;gap:12px;padding:16px;min-width:0;box-sizing:border-box}
.ap-card-head{display:flex;align-items:center;gap:12px;min-width:0}
.ap-card-name{flex:1;min-width:0;overflow-wrap:anywhere}
.sd-root .ap-card-name h2{font-size:14px;line-height:22px}
.ap-card-summary{flex:1;overflow-wrap:anywhere}
.ap-card-acts{display:flex;flex-wrap:wrap;align-items:center;gap:8px}
.ap-card-acts>*{max-width:100%}
.ap-card-acts>*>span{overflow:hidden;text-overflow:ellipsis}
.ap-card-acts>a{color:var(--sd-text);text-decoration:none}
.ap-card-acts>.sd-link-button{margin-inline-start:8px}
.ap-icon{flex:none;display:inline-flex;align-items:center;justify-content:center;width:40px;height:40px;border-radius:8px;color:#fff;font-size:16px;font-weight:600}
.ap-name{display:flex;align-items:center;gap:12px}
.ap-name-version{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px}
.ap-dialog{display:flex;flex-direction:column;gap:16px}
.ap-dialog :is(p,h3){margin:0}
.ap-dialog h3{margin-bottom:8px;font-size:14px;line-height:22px}
.ap-fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(220px,100%),1fr));gap:16px}
.ap-fields .sd-field+.sd-field{margin-top:0}
.ap-checks{display:flex;flex-direction:column;gap:4px}
.ap-checks>li{display:flex;align-items:flex-start;gap:8px;overflow-wrap:anywhere}
.ap-checks .anticon{padding-top:4px}
.ap-good{color:var(--sd-ok-mark)}
.ap-warn{color:var(--sd-warn-mark)}
.ap-bad{color:var(--sd-err-mark)}
.ap-check-bad{color:var(--sd-err-text)}
.ap-changes>li{padding:2px 0;overflow-wrap:anywhere}
.ap-paths{margin-top:4px!important;overflow-wrap:anywhere;columns:2 180px}
.ap-findings{display:flex;flex-direction:column;gap:8px}
.ap-result{display:flex;flex-direction:column;gap:8px}
@container (max-width:640px){.ap-search{width:100%}.ap-read{margin-inline-start:0}}
`;
