import { conflictStyle } from '../conflicts/conflict-style';

const frame = `
.fm{min-width:0}
.fm-panel{position:relative;height:var(--sitedeck-height,max(420px,calc(var(--fm-room,100vh) - var(--sd-below,24px))));margin-bottom:var(--sd-below,24px);box-sizing:border-box;display:flex;flex-direction:column;min-height:0;overflow:hidden;background:var(--sd-surface);border:1px solid var(--sd-line);border-radius:8px}
.fm-path{display:flex;align-items:center;gap:4px;min-height:48px;padding:4px 12px;border-bottom:1px solid var(--sd-line);box-sizing:border-box}
.fm-path>.fm-crumbs{flex:1;min-width:0;margin-inline-start:4px}
.fm-crumbs ol{display:flex;align-items:center;min-width:0;overflow:hidden}
.fm-crumbs li{display:flex;align-items:center;min-width:0;flex-shrink:1}
.fm-crumbs li:first-child,.fm-crumbs li:last-child{flex-shrink:0;max-width:100%}
.fm-crumbs li+li::before{content:"/";color:var(--sd-hint);margin:0 2px}
.fm-crumb{display:inline-flex;align-items:center;gap:8px;min-width:24px;max-width:100%;height:32px;padding:0 6px;border:0;border-radius:6px;background:none;color:var(--sd-secondary);font:inherit;cursor:pointer}
.fm-crumb:hover{background:var(--sd-hover);color:var(--sd-text)}
.fm-crumb-here{font-weight:600;color:var(--sd-text)}
.fm-crumb-here .anticon{font-size:12px;color:var(--sd-secondary)}
.fm-path .fm-filter{flex:0 1 240px;min-width:140px}
.fm-key{display:inline-block;min-width:20px;padding:0 6px;box-sizing:border-box;border:1px solid var(--sd-line);border-radius:4px;background:var(--sd-head);color:var(--sd-secondary);font:12px/18px var(--sd-font);text-align:center}
.fm-body{flex:1;display:flex;min-height:0}
.fm-list{position:relative;flex:1;display:flex;flex-direction:column;min-width:0;min-height:0}
.fm-status{display:flex;justify-content:space-between;gap:12px;min-height:28px;padding:4px 16px;box-sizing:border-box;border-top:1px solid var(--sd-line);font-size:12px;line-height:20px;color:var(--sd-hint)}
.fm-gap{flex:1}
.fm-drop{position:absolute;inset:4px;z-index:5;display:flex;align-items:center;justify-content:center;padding:24px;border:2px dashed var(--sd-mark);border-radius:8px;background:color-mix(in srgb,var(--sd-tint) 92%,transparent);color:var(--sd-link);font-weight:600;pointer-events:none;overflow-wrap:anywhere}
.fm-in-place{position:absolute;inset:80px 0 28px;padding:16px;overflow:auto}
.fm-middle{display:flex;align-items:center;justify-content:center;pointer-events:none}
.fm-middle>*{pointer-events:auto}
.fm-menu-place{position:fixed;width:1px;height:1px}
.fm-blocked{display:flex;flex-direction:column}
.fm-blocked small{font-size:12px;line-height:18px;max-width:240px;white-space:normal}
.fm-sorted{font-weight:600}
.fm-problem{min-height:22px;margin-top:4px!important;color:var(--sd-err-text)}
.fm-keys{display:grid;gap:8px}
.fm-keys>div{display:flex;gap:12px;align-items:baseline}
.fm-keys dt{flex:0 0 144px}
`;

const names = `
.fm-failed{max-height:40vh;margin:0;padding:0;overflow:auto;list-style:none}
.fm-failed>li{display:flex;flex-direction:column;align-items:flex-start;padding:4px 0}
.fm-failed>li>span{max-width:100%;overflow-wrap:anywhere;font-size:12px;color:var(--sd-secondary)}
.fm-name{display:inline-block;min-width:0;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:pre;vertical-align:bottom;unicode-bidi:isolate}
.fm-icon{flex:none;font-size:16px;color:var(--sd-secondary)}
.fm-folder{color:var(--sd-folder)!important}
`;

const tree = `
.fm-tree{flex:0 0 232px;box-sizing:border-box;padding:8px;overflow:auto;border-inline-end:1px solid var(--sd-line)}
.fm-branch{outline:none}
.fm-branch:focus-visible{outline:none!important}
.fm-branch:focus-visible>.fm-branch-row{outline:2px solid var(--sd-mark);outline-offset:-2px}
.fm-branch-row{display:flex;align-items:center;gap:8px;height:32px;padding-inline-end:8px;border-radius:6px;cursor:pointer}
.fm-branch-row:hover{background:var(--sd-hover)}
.fm-branch-here,.fm-branch-here:hover{background:var(--sd-tint);color:var(--sd-link);font-weight:600}
.fm-twig{flex:none;width:16px;height:24px;padding:0;border:0;background:none;color:var(--sd-secondary);font-size:12px;cursor:pointer}
.fm-leaf{visibility:hidden}
.fm-tree-lock{margin-inline-start:auto;font-size:12px;color:var(--sd-hint)}
.fm-tree-more{display:block;font-size:12px;color:var(--sd-hint)}
`;

const grid = `
.fm-grid{position:relative;flex:1;container-type:inline-size;min-height:0;overflow:auto;overscroll-behavior:contain;outline:none}
.fm-grid:focus-visible{outline:none!important}
.fm-rows{position:relative;transition:opacity .12s}
.fm-stale .fm-rows{opacity:.5}
.fm-row{display:grid;grid-template-columns:32px minmax(0,1fr) 112px 152px 88px 80px 48px;align-items:center;box-sizing:border-box;height:32px;padding-inline:16px 8px;border-bottom:1px solid var(--sd-line)}
.fm-rows>.fm-row{position:absolute;inset-inline:0;cursor:default}
.fm-rows>.fm-row:hover{background:var(--sd-hover)}
.fm-rows>.fm-chosen,.fm-rows>.fm-chosen:hover{background:var(--sd-tint)}
.fm-grid:focus-visible .fm-active{outline:2px solid var(--sd-mark);outline-offset:-2px}
.fm-cut .fm-open{opacity:.55}
.fm-head-group{position:sticky;top:0;z-index:2}
.fm-head{height:32px;background:var(--sd-head);color:var(--sd-secondary);font-size:12px}
.fm-head .fm-sort{height:24px}
.fm-check,.fm-cell-more{display:flex;align-items:center}
.fm-cell-more{justify-content:flex-end}
.fm-cell-name{display:flex;min-width:0}
.fm-cell-size{text-align:end;padding-inline-end:32px}
.fm-head .fm-cell-size{display:flex;justify-content:flex-end}
.fm-cell-time{color:var(--sd-secondary)}
.fm-cell-mode{font-family:var(--sd-code);font-size:13px;color:var(--sd-secondary)}
.fm-head .fm-cell-mode{font:inherit}
.fm-cell-owner{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--sd-secondary)}
.fm-cell-mode .fm-foreign{display:none}
@container (max-width:639px){.fm:not(.fm-narrow) .fm-row{grid-template-columns:32px minmax(0,1fr) 112px 152px 72px 48px}.fm-cell-owner{display:none}.fm-cell-mode .fm-foreign{display:inline}}
.fm-measure{min-width:32px;height:28px;padding:0 4px;margin-inline-end:-4px;border:0;border-radius:4px;background:none;color:inherit;font:inherit;text-align:end;cursor:pointer}
.fm-measure:hover{background:var(--sd-soft);color:var(--sd-link)}
.fm-counting{display:inline-flex;align-items:center;gap:4px;margin-inline-start:auto;padding-inline-end:16px}
.fm-counting button{height:20px!important}
.fm-open{display:inline-flex;align-items:center;gap:8px;min-width:0;max-width:100%;height:28px;padding:0 4px;margin-inline-start:-4px;border:0;border-radius:4px;background:none;color:var(--sd-text);font:inherit;text-align:start;cursor:pointer}
.fm-label{display:flex;flex-direction:column;align-items:flex-start;min-width:0}
.fm-open:hover .fm-name{color:var(--sd-link);text-decoration:underline}
.fm-sort{display:inline-flex;align-items:center;gap:8px;height:28px;padding:0;border:0;background:none;color:inherit;font:inherit;cursor:pointer}
.fm-sort:hover{color:var(--sd-text)}
.fm-sort .anticon{font-size:10px;color:var(--sd-link)}
.fm-more{width:32px;height:28px;padding:0;border:0;border-radius:4px;background:none;color:var(--sd-secondary);font-size:16px;line-height:1;cursor:pointer}
.fm-more:hover{background:var(--sd-soft);color:var(--sd-text)}
.fm-bone{grid-column:2;width:40%;height:12px;border-radius:4px;background:var(--sd-soft)}
.fm :is(.fm-check,.fm-bar) input[type=checkbox]{appearance:none;position:relative;flex:none;width:16px;height:16px;margin:0;border:1px solid var(--sd-edge);border-radius:4px;background:var(--sd-surface);cursor:pointer}
.fm input[type=checkbox]::before{content:"";position:absolute;inset:-5px}
.fm input[type=checkbox]:is(:checked,:indeterminate){border-color:var(--sd-fill);background:var(--sd-fill)}
.fm input[type=checkbox]:checked::after{content:"";position:absolute;left:4px;top:1px;width:4px;height:8px;border:solid #fff;border-width:0 2px 2px 0;transform:rotate(45deg)}
.fm input[type=checkbox]:indeterminate{background:var(--sd-surface)}
.fm input[type=checkbox]:indeterminate::after{content:"";position:absolute;inset:3px;border:0;border-radius:1px;transform:none;width:auto;height:auto;background:var(--sd-fill)}
`;

const selection = `
.fm-bar{flex:none;display:flex;align-items:center;gap:4px;height:48px;padding:0 8px 0 16px;box-sizing:border-box;border-bottom:1px solid var(--sd-line);overflow-x:auto}
.fm-bar>*{flex:none}
.fm-bar{container-type:inline-size}
@container (max-width:680px){.fm .fm-bar>button{padding-inline:7px}}
.fm-bar>.fm-gap{flex:1}
.fm-bar>input{margin-inline-end:12px!important}
.fm-selection{background:var(--sd-tint);border-bottom-color:var(--sd-info-edge)}
.fm-bar .sd-off,.fm-bar .sd-off:hover{background:transparent!important;border-color:transparent!important}
.fm-selection-count{display:flex;gap:12px;margin-inline:0 12px;white-space:nowrap;color:var(--sd-secondary)}
.fm-selection-count strong{font-weight:600;color:var(--sd-text)}
`;

const upload = `
.fm-upload{padding:12px 16px;border-top:1px solid var(--sd-line)}
.fm-upload-head{display:flex;align-items:center;gap:12px;min-width:0;min-height:24px;margin-bottom:8px}
.fm-upload-head strong{font-weight:600;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.fm-upload-icon{flex:none;font-size:16px;color:var(--sd-link)}
.fm-upload-done{color:var(--sd-ok-mark)}
.fm-upload-bad{color:var(--sd-err-mark)}
.fm-upload-now{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:12px;color:var(--sd-hint)}
.fm-upload-lost{color:var(--sd-warn-text)}
.fm-sending{margin:8px 0 0;padding:0;list-style:none;max-height:168px;overflow:auto;font-size:12px;line-height:20px}
.fm-sending li{display:flex;align-items:center;gap:8px;min-width:0;min-height:28px}
.fm-sending li>:first-child{flex:1;min-width:0}
.fm-sending-state{flex:none;color:var(--sd-hint);font-variant-numeric:tabular-nums}
.fm-sending-bad{flex:0 1 auto;color:var(--sd-err-text)}
.fm-unfinished .fm-upload-head{margin-bottom:0;flex-wrap:wrap}
`;

const bin = `
.fm-form{margin-top:12px;display:flex;flex-direction:column;gap:16px}
.fm-form .sd-field+.sd-field{margin-top:0}
.fm-form-select{width:100%}
.fm-form-end{align-self:center;color:var(--sd-secondary);white-space:nowrap}
.fm-choices{display:flex;flex-direction:column;margin:0;padding:0;border:0;min-width:0}
.fm-choices legend{padding:0;margin-bottom:4px;font-weight:600}
.fm-choices label{display:flex;align-items:center;gap:8px;min-height:32px;cursor:pointer}
.fm-choices input{flex:none;width:16px;height:16px;margin:0;accent-color:var(--sd-fill)}
.fm-dry-run{display:flex;flex-direction:column;gap:8px;padding:12px;border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-head)}
.fm-dry-run-stop{font-weight:600;color:var(--sd-warn-text)}
.fm-dry-run :is(ul,p){margin:0;padding:0;list-style:none}
.fm-dry-run-names{display:flex;flex-wrap:wrap;gap:0 16px;font-size:12px;line-height:20px;color:var(--sd-secondary)}
.fm-dry-run-names li,.fm-dry-run-refused li{display:flex;gap:8px;min-width:0;max-width:100%}
.fm-dry-run-refused{font-size:12px;line-height:20px}
.fm-dry-run-refused span{color:var(--sd-err-text)}
.fm-mode table{margin-top:8px;border-collapse:collapse}
.fm-mode th{padding:0 16px 0 0;font-weight:400;text-align:start;color:var(--sd-secondary)}
.fm-mode td{padding:0 16px 0 0}
.fm-mode label:has(>input[type=checkbox]),.fm-mode-deep{display:inline-flex;align-items:center;gap:8px;min-height:32px;cursor:pointer}
.fm-mode label>input[type=checkbox],.fm-mode-deep>input{flex:none;width:16px;height:16px;margin:0;accent-color:var(--sd-fill)}
.fm-stars{margin-bottom:8px;padding-bottom:8px;border-bottom:1px solid var(--sd-line)}
.fm-stars ul{margin:0;padding:0;list-style:none}
.fm-stars h2{margin:0;padding:0 8px;font-size:12px;line-height:24px;font-weight:400;color:var(--sd-hint)}
.fm-star{display:flex;align-items:center;gap:8px;width:100%;height:32px;padding:0 8px;border:0;border-radius:6px;background:none;color:inherit;font:inherit;text-align:start;cursor:pointer}
.fm-star:hover{background:var(--sd-hover)}
.fm-foreign{margin-inline-start:6px;color:var(--sd-warn-text)}
.fm-takes,.fm-takes:hover{background:var(--sd-tint)!important;outline:2px dashed var(--sd-mark);outline-offset:-2px}
.fm-bin-purpose{margin-top:0!important;margin-bottom:12px!important}
.fm-bin ul{margin:0;padding:0;list-style:none}
.fm-bin-filter{width:240px;max-width:100%}
.fm-bin-days{width:176px}
.fm-bin-name{display:inline-flex;align-items:center;gap:8px;min-width:0;max-width:100%}
`;

const narrow = `
.fm-narrow .fm-path{padding:4px}
.fm-narrow .fm-path .fm-filter{flex:1;margin-inline-start:4px}
.fm-narrow :is(.fm-path,.fm-selection)>button,.fm-narrow .fm-crumb{min-width:40px;min-height:40px}
.fm-narrow .fm-row{height:56px;grid-template-columns:32px minmax(0,1fr) 40px;padding-inline:12px 4px}
.fm-narrow .fm-open{height:52px;gap:12px;flex:1}
.fm-narrow .fm-open .fm-icon{font-size:20px}
.fm-narrow .fm-label{line-height:20px}
.fm-card-facts{font-size:12px;line-height:20px;color:var(--sd-hint)}
.fm-narrow .fm-in-place{top:0}
.fm-narrow .fm-more{width:40px;height:40px}
.fm-narrow .fm-selection{height:auto;min-height:48px;order:2;padding-inline:4px;border-top:1px solid var(--sd-info-edge);border-bottom:0}
.fm-narrow .fm-selection-count{flex-direction:column;gap:0;line-height:18px}
.fm-narrow .fm-selection-count>span{font-size:12px}
.fm-narrow .fm-status{order:1}
.fm-narrow .fm-upload-head{flex-wrap:wrap;gap:4px 8px}
.fm-narrow .fm-upload-now{order:1;flex-basis:100%}
.fm-narrow .fm-unfinished .fm-upload-head strong{flex-basis:calc(100% - 40px)}
.fm-narrow .fm-sending .fm-sending-failed{flex-wrap:wrap;gap:0 8px}
.fm-narrow .fm-sending .fm-sending-failed>:first-child{flex-basis:100%}
.fm-narrow .fm-sending-failed .fm-sending-bad{flex:1}
.fm-narrow .fm-upload-head strong{flex:1;white-space:normal}
.fm-narrow .fm-upload-head .fm-gap{display:none}
.fm-narrow .fm-selection>button{padding-inline:8px}
.fm-narrow .fm-selection>button:last-child{position:sticky;inset-inline-end:0;margin-inline-start:auto;background:var(--sd-tint)}
.fm-narrow .fm-selection .fm-selection-count{margin-inline:8px}
.fm-narrow .fm-selection>.fm-gap{display:none}
`;

/** Style of the remote on the page's variables; row and head heights are `FileGrid`'s numbers. */
export const filesStyle = [frame, names, tree, grid, selection, upload, bin, conflictStyle, narrow]
  .join('')
  .replaceAll('\n', '');
