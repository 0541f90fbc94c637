const page = `
.bk{min-width:0}
.bk :where(ol,ul,dl,dd,fieldset),.bk-form :where(ol,ul,dl,dd,fieldset){list-style:none;margin:0;padding:0;border:0;min-width:0}
.bk-body{container-type:inline-size;display:flex;flex-direction:column;gap:16px;min-width:0}
.bk-columns{display:grid;grid-template-columns:minmax(0,1fr) 320px;gap:16px;align-items:start}
.bk-main,.bk-side{display:flex;flex-direction:column;gap:16px;min-width:0}
.bk-card{padding:16px;min-width:0;box-sizing:border-box}
.bk-card-head{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;min-height:24px;margin-bottom:12px}
.bk-card-head>.sd-link-button{margin-inline-start:auto}
.bk-card>:is(p,dl,div):not(.bk-card-head)+:is(p,div){margin-top:8px}
.bk-wrap{overflow-wrap:anywhere}
.bk-block{display:block}
.bk-warn{color:var(--sd-warn-text)}
.bk-ok{color:var(--sd-ok-text)}
.bk-bad{color:var(--sd-err-text)}
.bk-note{display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px;padding:8px 16px;border-radius:8px;border:1px solid var(--sd-info-edge);background:var(--sd-tint)}
.bk-note>.anticon{line-height:22px;padding-top:4px;color:var(--sd-mark)}
.bk-note>div{flex:1 1 200px;min-width:0;overflow-wrap:anywhere}
.bk-note-warning{background:var(--sd-warn-tint);border-color:var(--sd-warn-edge)}
.bk-note-warning>.anticon{color:var(--sd-warn-mark)}
.bk-note-error{background:var(--sd-err-tint);border-color:var(--sd-err-edge)}
.bk-note-error>.anticon{color:var(--sd-err-mark)}
`;

const points = `
.bk-day+.bk-day,.bk-day+button{margin-top:16px}
.bk .bk-day>h3{font-size:14px;line-height:22px;font-weight:600;margin:0}
.bk-day>h3::first-letter{text-transform:uppercase}
.bk-day>ol,.bk-safety{position:relative}
.bk-day>ol::before{content:"";position:absolute;inset:12px auto 12px 5px;width:2px;background:var(--sd-line)}
.bk-point{position:relative;display:grid;grid-template-columns:72px minmax(0,1fr) auto;gap:4px 12px;align-items:start;padding:12px 0 12px 24px}
.bk-point+.bk-point{border-top:1px solid var(--sd-line)}
.bk-day .bk-point::before{content:"";position:absolute;inset:18px auto auto 1px;width:6px;height:6px;border:2px solid var(--sd-edge);border-radius:50%;background:var(--sd-surface)}
.bk-day .bk-point-newest::before{border-color:var(--sd-mark);background:var(--sd-mark)}
.bk-point-safety{grid-template-columns:104px minmax(0,1fr) auto;padding-inline-start:0}
.bk-point-time{display:inline-block;font-weight:600;line-height:24px}
.bk-point-time::first-letter{text-transform:uppercase}
.bk-point-facts{min-width:0;display:flex;flex-direction:column;align-items:flex-start;gap:4px}
.bk-point-line{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;min-height:24px}
.bk-badge{display:inline-flex;flex-wrap:wrap;align-items:center;gap:4px;border-radius:4px}
.bk-point-acts{display:flex;align-items:center;gap:4px}
`;

const side = `
.bk-facts-list>div{display:grid;grid-template-columns:88px minmax(0,1fr);gap:8px;padding:4px 0}
.bk-facts-list dt{color:var(--sd-secondary)}
.bk-facts-list dd{overflow-wrap:anywhere}
.bk-facts-list strong{font-weight:600}
.bk-space-words{display:flex;flex-wrap:wrap;gap:4px 24px;margin-top:8px!important}
.bk-space-words dt{color:var(--sd-secondary);font-size:12px;line-height:20px}
.bk-targets>li{padding:8px 0;border-top:1px solid var(--sd-line)}
.bk-targets>li:first-child{border-top:0;padding-top:0}
.bk-target{display:flex;align-items:center;gap:8px;min-height:24px}
.bk-target-name{flex:1;min-width:0;overflow-wrap:anywhere}
.bk-target-facts{margin-inline-start:24px}
.bk-running>li+li{margin-top:16px}
.bk-running-head{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin-bottom:8px}
.bk-running-head strong{font-weight:600}
`;

const forms = `
.bk-form{display:flex;flex-direction:column;gap:16px}
.bk-form .sd-field+.sd-field{margin-top:0}
.bk-form p{margin:0}
.bk-form .bk-note .bk-check{margin-top:8px}
.bk-check{display:flex;align-items:flex-start;gap:8px;padding:4px 0;overflow-wrap:anywhere}
.bk-check input,.bk-entry input{flex:none;width:16px;height:16px;margin:3px 0 0;accent-color:var(--sd-fill)}
.bk-fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:16px}
.bk-fields-four{grid-template-columns:repeat(auto-fit,minmax(104px,1fr));margin-bottom:8px}
.bk-fields-wide{grid-template-columns:minmax(0,1fr) 96px}
.bk-fields .sd-field{min-width:0}
.bk-key.sd-input{height:auto;padding:8px 12px;resize:vertical}
.bk-preview{padding:12px 16px;border-radius:8px;background:var(--sd-head);border:1px solid var(--sd-line)}
.bk-preview strong{font-weight:600}
.bk-facts{border:1px solid var(--sd-line);border-radius:8px}
.bk-facts>li{display:flex;gap:12px;padding:12px 16px}
.bk-facts>li+li{border-top:1px solid var(--sd-line)}
.bk-facts>li>.anticon{color:var(--sd-link);font-size:16px;padding-top:3px;align-self:flex-start}
.bk-facts>li>div{min-width:0;overflow-wrap:anywhere}
.bk-facts strong{font-weight:600}
.bk-goes>li{margin:0}
`;

const browse = `
.bk-paths,.bk-tree{list-style:none;margin:0;padding:0}
.bk-paths{font-size:13px;line-height:20px;max-height:240px;overflow:auto;border:1px solid var(--sd-line);border-radius:6px;padding:8px 12px}
.bk-paths>li{overflow-wrap:anywhere}
.bk-tree .bk-tree{padding-inline-start:24px}
.bk-tree-empty{padding-inline-start:24px}
.bk-entry{display:flex;align-items:flex-start;gap:8px;min-height:32px;padding:4px 0;box-sizing:border-box}
.bk-entry-name{flex:1;display:flex;align-items:flex-start;gap:6px;min-width:0;text-align:start}
.bk-entry-name>.anticon{flex:none;line-height:22px;padding-top:4px}
.bk-entry-name bdi{min-width:0;overflow-wrap:anywhere}
.bk-entry-file{padding-inline-start:20px}
.bk-folder{color:var(--sd-folder)}
.bk-entry-facts{flex:none;max-width:50%;display:flex;flex-wrap:wrap;justify-content:flex-end;gap:0 8px;padding-top:2px}
.bk-entry-facts>span{white-space:nowrap}
.bk-files{container-type:inline-size}
.bk-drawer-hint{margin:0 0 12px!important}
.bk-drawer-foot{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:8px}
.bk-differences{display:flex;flex-direction:column;gap:16px;margin-top:16px}
.bk-differences h3{margin:0 0 8px;font-size:14px;line-height:22px;font-weight:600}
.bk-difference-added{color:var(--sd-ok-text)}
.bk-difference-changed{color:var(--sd-warn-text)}
.bk-difference-removed{color:var(--sd-err-text)}
`;

/** Breakpoints depend on the width of the remote's box, not of the window. */
const narrow = `
@container (max-width:960px){.bk-columns{grid-template-columns:minmax(0,1fr)}}
@container (max-width:440px){.bk-entry-facts{flex-direction:column;flex-wrap:nowrap;align-items:flex-end}}
@container (max-width:640px){.bk-point,.bk-point-safety{grid-template-columns:minmax(0,1fr) auto;padding-inline-start:20px}.bk-point-safety{padding-inline-start:0}.bk-point>.bk-point-facts{grid-column:1/-1;order:3}.bk-card{padding:12px}}
`;

/** Style of the remote, built on the page's variables. */
export const backupStyle = page + points + side + forms + browse + narrow;
