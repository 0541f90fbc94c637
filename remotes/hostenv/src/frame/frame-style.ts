const page = `
.he{min-width:0;display:flex;flex-direction:column;min-height:calc(100dvh - 104px);padding-bottom:88px;box-sizing:border-box}
.he:has(.he-save){padding-bottom:0}
.he-body{display:flex;flex-direction:column;gap:16px;flex:1;min-width:0;max-width:1440px}
.he-status{display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px;min-height:38px;padding:4px 16px;box-sizing:border-box}
.he-status>.anticon{color:var(--sd-ok-mark)}
.he-status>.anticon+span{margin-inline-start:-8px}
.he-status strong{font-weight:600;overflow-wrap:anywhere}
.he-status-end{margin-inline-start:auto;display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px}
.he-status-stamp{color:var(--sd-secondary)}
.he-card{padding:16px;min-width:0}
.he-card>h2+.sd-hint{margin-top:4px}
.he-card-head{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;min-height:32px;margin-bottom:12px}
.he-card-head>:last-child:not(:first-child){margin-inline-start:auto}
.he-note{display:flex;align-items:flex-start;gap:8px;padding:8px 16px;border-radius:8px;background:var(--sd-tint);border:1px solid var(--sd-info-edge)}
.he-note>.anticon{line-height:22px;padding-top:4px;color:var(--sd-mark)}
.he-note-warning{background:var(--sd-warn-tint);border-color:var(--sd-warn-edge)}
.he-note-warning>.anticon{color:var(--sd-warn-mark)}
.he-note>:nth-child(2){flex:1;min-width:0;overflow-wrap:anywhere}
`;

/** Sticks to the lower edge of the window, beside the shell's floating task ring if it is shown. */
const save = `
.he-save{position:sticky;z-index:20;bottom:0;margin:16px -24px 0;padding:12px 24px;padding-inline-end:var(--sd-below,24px);min-height:56px;box-sizing:border-box;display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;background:var(--sd-surface);border-top:1px solid var(--sd-line)}
.he-save>.anticon{color:var(--sd-warn-mark)}
.he-save-what{flex:1;min-width:0;overflow-wrap:anywhere}
.he-save-what strong{font-weight:600;margin-inline-end:8px}
.he-save-fault{flex-basis:100%}
`;

const history = `
.he-history,.he-changes,.he-preview,.he-steps ol{list-style:none;margin:0;padding:0}
.he-history{margin-top:16px}
.he-history>li{padding:12px 0;border-top:1px solid var(--sd-line)}
.he-history>li:first-child{border-top:0;padding-top:0}
.he-history-head{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px}
.he-history-head>:last-child{margin-inline-start:auto}
.he-history-head strong{font-weight:600}
.he-changes{margin-top:8px!important;display:flex;flex-direction:column;gap:8px}
.he-changes>li{min-width:0;font-size:12px;line-height:20px}
.he-changes-name{color:var(--sd-secondary)}
.he-lines{margin-top:4px;border:1px solid var(--sd-line);border-radius:6px;overflow:hidden}
.he-lines>div{display:flex;gap:8px;padding:0 8px;white-space:pre-wrap;overflow-wrap:anywhere}
.he-lines>div>span:first-child{flex:none;user-select:none;color:var(--sd-hint)}
.he-lines :is(del,ins){text-decoration:none}
.he-line-gone{background:var(--sd-err-tint)}
.he-line-new{background:var(--sd-ok-tint)}
.he-history-foot{margin-top:16px}
`;

const forms = `
.he-entry{display:flex;flex-direction:column;gap:16px;margin-bottom:16px}
.he-entry .sd-field+.sd-field{margin-top:0}
.he-card.he-entry,.he-entry>.he-card-head{margin-bottom:0}
.he-add{max-width:560px;margin-top:16px}
.he-doc-end{flex:none;display:flex}
`;

const lists = `
.he-redirect{flex:1 1 min(320px,100%);min-width:0;overflow-wrap:anywhere}
.he-lines-field.sd-input{font:13px/20px var(--sd-code);height:auto;padding:8px 12px;resize:vertical;margin-bottom:8px}
.he-preview{max-height:280px;overflow:auto;margin-top:8px!important;border:1px solid var(--sd-line);border-radius:6px}
.he-preview>li{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 8px;padding:4px 12px;overflow-wrap:anywhere}
.he-preview>li+li{border-top:1px solid var(--sd-line)}
.he-preview-bad{background:var(--sd-err-tint)}
.he-preview-why{color:var(--sd-err-text);font-size:12px}
.he-test{display:flex;flex-direction:column;gap:12px;max-width:720px}
.he-steps{display:flex;flex-direction:column;align-items:flex-start;gap:8px;overflow-wrap:anywhere}
.he-narrow{max-width:560px}
.he-choices{display:flex!important;flex-direction:column;gap:8px}
.he-choices>label>:first-child{align-self:flex-start!important;margin-top:3px}
.he-choices .sd-hint{display:block}
.he-frame{display:block;width:100%;height:320px;border:1px solid var(--sd-line);border-radius:6px;background:#fff}
.he-search{width:240px}
.he-mime{overflow-wrap:anywhere}
`;

const jobs = `
.he-job{display:flex;flex-direction:column;min-width:0;overflow-wrap:anywhere}
.he-job strong{font-weight:600}
.he-job .sd-mono{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.he-run-skipped{display:block}
.he-wide{width:100%}
.he-schedule{display:flex;flex-wrap:wrap;gap:16px}
.he-schedule>.sd-field{flex:1 1 160px;min-width:0}
.he-schedule>.he-weekdays{flex-basis:100%}
.he-output{max-height:60vh;overflow:auto;margin:4px 0 0;padding:12px;border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-soft);white-space:pre-wrap;overflow-wrap:anywhere}
`;

const sort = `
.he-sort{border:1px solid var(--sd-line);border-radius:8px;overflow:hidden}
.he-sort>li{position:relative;display:flex;align-items:center;gap:8px;min-height:40px;padding:4px 12px 4px 4px;box-sizing:border-box;background:var(--sd-surface)}
.he-sort>li+li{border-top:1px solid var(--sd-line)}
.he-sort-handle{flex:none;width:28px;height:32px;padding:0;border:0;border-radius:4px;background:none;color:var(--sd-hint);font-size:16px;cursor:grab;touch-action:none}
.he-sort-handle:active{cursor:grabbing}
.he-sort-number{flex:none;min-width:16px;text-align:end}
.he-sort-body{flex:1;min-width:0;display:flex;align-items:center;gap:4px 12px}
.he-sort-words{flex:1;min-width:0;display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;overflow-wrap:anywhere}
.he-sort-steps{flex:none;display:flex}
.he-sort>.he-sort-dragged{background:var(--sd-tint)}
.he-sort-above{box-shadow:inset 0 2px 0 var(--sd-mark)}
.he-sort-below{box-shadow:inset 0 -2px 0 var(--sd-mark)}
`;

const narrow = `
@media (max-width:1199px){.he-save{margin-inline:-16px;padding-inline-start:16px}}
@media (max-width:767px){.he{min-height:calc(100dvh - 96px)}.he-save{margin-inline:-12px;padding-inline-start:12px;padding-inline-end:12px}.he-save-what{flex-basis:calc(100% - 32px)}.he-save-acts{margin-inline-start:auto}.he-card{padding:12px}.he-status{padding:8px 12px}.he-status-end{margin-inline-start:0}}
`;

/** Style of the frame, built on the page's variables. */
export const frameStyle = page + save + history + forms + lists + jobs + sort + narrow;
