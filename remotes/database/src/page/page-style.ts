import { pickerStyle } from '@sitedeck/ui/file-picker';

const page = `
.db{min-width:0;container-type:inline-size;padding-bottom:88px}
.db-body{display:flex;flex-direction:column;gap:16px;min-width:0}
.db-break{overflow-wrap:anywhere;min-width:0}
.db-block{display:block}
.db-install{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:4px 8px}
`;

const info = `
.db-info{display:flex;flex-wrap:wrap;gap:16px 32px;padding:16px}
.db-facts{flex:1 1 480px;min-width:0;display:flex;flex-wrap:wrap;gap:12px 40px}
.db-fact{min-width:0}
.db-fact dt{font-size:12px;line-height:20px;color:var(--sd-secondary)}
.db-fact dd{display:flex;flex-wrap:wrap;align-items:center;gap:0 4px;min-height:32px;min-width:0}
.db-space{flex:0 1 260px;min-width:200px}
.db-space-head{display:flex;justify-content:space-between}
.db-space .sd-bar-track{margin:6px 0}
.db-space-warning .sd-bar-done{background:var(--sd-warn-mark)}
.db-space-error .sd-bar-done{background:var(--sd-err-mark)}
.db-tasks{display:flex;flex-direction:column;gap:8px}
.db-tasks>li{padding:12px 16px}
.db-task-head{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin-bottom:8px}
.db-task-head strong{font-weight:600}
@container (min-width:1000px){.db-space{border-inline-start:1px solid var(--sd-line);padding-inline-start:24px}}
@container (max-width:767px){.db-info{padding:12px}.db-facts{flex-basis:100%;gap:8px 24px}.db-space{flex-basis:100%}}
`;

const lists = `
.db-tabs{overflow:hidden;min-width:0}
.db-tabs>div>[role=tablist],.db-tabs>div>:first-child{padding-inline:16px;margin-bottom:0}
.db-tabs .sd-resource{border:0;border-radius:0}
.db-count{display:inline-block;min-width:20px;padding:0 6px;border-radius:10px;font-size:12px;line-height:20px;text-align:center;color:var(--sd-secondary);background:var(--sd-soft);box-sizing:border-box}
.db-table{text-align:start;overflow-wrap:anywhere}
.db-search{width:240px}
.db-size{display:inline-flex;vertical-align:top;align-items:center;justify-content:flex-end;gap:12px}
.db-size-bar{display:inline-block;height:4px;min-width:2px;border-radius:2px;background:var(--sd-info-edge)}
.sd-resource-cards .db-size-bar{display:none}
.db-statement{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden;overflow-wrap:anywhere}
@container (max-width:767px){.db-search{width:100%}.db-tabs [role=tab]{font-size:12px}.db-tabs [data-node-key]+[data-node-key]{margin-inline-start:14px!important}}
`;

const dialogs = `
.db-form{display:flex;flex-direction:column;gap:16px;min-width:0;margin:8px 0 16px}
.db-form p{margin:0}
.db-form .sd-field+.sd-field{margin-top:0}
.db-select{width:100%}
.db-table-choice label{display:flex;align-items:flex-start;gap:8px;min-height:24px;padding:4px 0}
.db-table-choice input{flex:none;margin:3px 0;width:16px;height:16px;accent-color:var(--sd-mark)}
.db-check{display:flex;flex-direction:column;gap:8px;padding:12px 16px;border-radius:8px;background:var(--sd-head);border:1px solid var(--sd-line);min-width:0}
.db-check strong{font-weight:600}
.db-warning{color:var(--sd-warn-text)}
.db-error{color:var(--sd-err-text)}
.db-form ul{list-style:none;margin:0;padding:0}
.db-refused,.db-replace-tables{max-height:200px;overflow:auto}
.db-refused>li{padding:4px 0}
.db-refused code{display:block;color:var(--sd-secondary)}
.db-replace-tables>li{display:flex;flex-wrap:wrap;gap:0 12px;padding:4px 0}
.db-table-choice{max-height:200px;overflow:auto;margin-top:8px!important;padding:4px 12px!important;border:1px solid var(--sd-line);border-radius:6px}
.db-table-choice:not(.db-file-choice) label>:last-child{margin-inline-start:auto;flex:none}
.db-upload{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;min-width:0}
.db-upload>.db-check,.db-upload>[role=alert]{flex:1 1 100%;min-width:0}
.db-switch{display:flex;align-items:center;gap:12px}
`;

/** Style of the page, built on the UI's variables. Dialogs are mounted beside the page in the same root. */
export const pageStyle = page + info + lists + dialogs + pickerStyle;
