const layer = `
[class].fm-layer{top:8px;padding-bottom:8px}
.fm-layer-title{display:flex;align-items:center;gap:12px;min-width:0;padding-inline-end:32px}
.fm-doors{display:contents}
.fm-editor,.fm-preview,.fm-history{height:calc(100dvh - 112px);min-height:240px}
.fm-editor,.fm-preview{display:flex;flex-direction:column;min-width:0}
.fm-gap{flex:1}
`;

const tabs = `
.fm-tabs{position:relative;flex:none;display:flex;gap:2px;overflow-x:auto;scrollbar-width:thin;border-bottom:1px solid var(--sd-line)}
.fm-tab{flex:none;display:inline-flex;align-items:center;gap:8px;max-width:240px;height:36px;padding:0 8px 0 12px;border:1px solid transparent;border-bottom:0;border-radius:6px 6px 0 0;background:none;color:var(--sd-secondary);font:inherit;cursor:pointer}
.fm-tab:hover{background:var(--sd-hover);color:var(--sd-text)}
.fm-tab[aria-selected=true]{border-color:var(--sd-line);background:var(--sd-head);color:var(--sd-text);font-weight:600;box-shadow:inset 0 2px var(--sd-mark)}
.fm-tab:focus-visible{outline-offset:-2px!important}
.fm-tab-dot{flex:none;width:8px;height:8px;border-radius:50%;background:var(--sd-warn-mark)}
.fm-tab-saved{visibility:hidden}
.fm-tab-close{flex:none;padding:6px;border-radius:4px;font-size:12px}
.fm-tab-close:hover{background:var(--sd-soft)}
`;

const pane = `
.fm-pane,.fm-pane-text{flex:1;display:flex;flex-direction:column;min-height:0;min-width:0}
.fm-pane[hidden],.fm-pane-text[hidden]{display:none}
.fm-pane>[class*="-skeleton"],.fm-pane>.sd-fault{margin:16px 0;width:auto}
.fm-editor-note{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px;margin:8px 0 0!important;padding:4px 12px;border:1px solid var(--sd-info-edge);border-radius:6px;background:var(--sd-tint)}
.fm-editor-tools{flex:none;display:flex;flex-wrap:wrap;align-items:center;gap:4px;min-height:36px;padding:4px 0}
.fm-editor-tools>span{font-size:12px;color:var(--sd-secondary)}
.fm-editor-wrap{display:inline-flex;align-items:center;gap:6px;min-height:24px;margin-inline-start:auto;padding:0 8px;font-size:12px;cursor:pointer}
.fm-editor-body{flex:1;min-height:0;min-width:0;overflow:hidden;border:1px solid var(--sd-line);border-radius:6px}
.fm-editor-body>[class*="-skeleton"],.fm-editor-body>.sd-fault{margin:16px;width:auto}
.fm-editor-foot{flex:none;display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;padding-top:8px}
.fm-editor-acts{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-inline-start:auto}
.fm-editor-dirty{font-size:12px;color:var(--sd-warn-text)}
.fm-editor-hint{margin:0!important;padding:4px 0;font-size:12px;color:var(--sd-secondary)}
.fm-format{display:flex;flex-wrap:wrap;align-items:center;gap:0 4px;font-size:12px;color:var(--sd-secondary)}
.fm-format-cursor{padding-inline-end:8px}
.fm-format .anticon{font-size:10px}
.fm-jump{display:inline-flex;align-items:center;gap:4px}
.fm-jump input{width:64px;height:28px;padding:0 8px}
.fm-merge-head{flex:none;display:flex;flex-wrap:wrap;gap:4px 16px;padding:8px 0}
.fm-merge-head>strong{flex:1}
.fm-merge-head>strong:first-child::before,.fm-merge-head>strong:nth-child(2)::before{content:"";display:inline-block;width:8px;height:8px;margin-inline-end:8px;border-radius:2px;background:var(--sd-err-mark)}
.fm-merge-head>strong:nth-child(2)::before{background:var(--sd-ok-mark)}
.fm-merge-head>span{flex-basis:100%;font-size:12px;color:var(--sd-secondary)}
.sd-diff{overflow:hidden}
.sd-diff .cm-mergeView{height:100%}
.sd-diff-take{min-height:24px;color:var(--sd-link)!important}
.fm-open-files{display:flex;align-items:center;gap:12px;padding:8px 16px;border-top:1px solid var(--sd-line);background:var(--sd-head)}
.fm-open-files>span{flex:1;min-width:0}
.fm-open-files strong{font-weight:600;color:var(--sd-warn-text)}
.fm-conflict [class*="-modal-footer"]{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px}
.fm-conflict [class*="-modal-footer"]>*{margin:0!important}
`;

const history = `
.fm-history{display:flex;gap:16px;min-width:0}
.fm-history-list{flex:0 0 240px;overflow:auto;border-inline-end:1px solid var(--sd-line);padding-inline-end:8px}
.fm-history-list ul{margin:0;padding:0;list-style:none}
.fm-history-diff{flex:1;display:flex;flex-direction:column;min-width:0}
.fm-history-narrow{flex-direction:column;gap:8px}
.fm-history-narrow .fm-history-list{flex:0 1 auto;max-height:35%;border-inline-end:0;padding:0}
.fm-history-narrow .fm-history-diff{flex:1;min-height:0}
.fm-history-both{display:flex;flex-direction:column;height:100%}
.fm-history-both>.fm-merge-head{padding:8px 12px;border-bottom:1px solid var(--sd-line)}
.fm-history-both>.sd-diff{flex:1}
.fm-version{display:flex;flex-direction:column;align-items:flex-start;width:100%;min-height:48px;padding:6px 12px;border:0;border-radius:6px;background:none;color:var(--sd-text);font:inherit;text-align:start;cursor:pointer}
.fm-version strong{font-weight:600}
.fm-version span{font-size:12px;color:var(--sd-hint)}
.fm-version:hover{background:var(--sd-hover)}
.fm-version[aria-pressed=true]{background:var(--sd-tint);box-shadow:inset 2px 0 var(--sd-mark)}
.fm-version[aria-pressed=true] span{color:var(--sd-secondary)}
`;

const preview = `
.fm-image{flex:1;display:flex;flex-direction:column;min-height:0}
.fm-image-box{flex:1;display:flex;min-height:0;overflow:auto;border:1px solid var(--sd-line);border-radius:6px;background:repeating-conic-gradient(var(--sd-soft) 0 25%,var(--sd-surface) 0 50%) 0/16px 16px}
.fm-image-box>*{margin:auto}
.fm-image-box>.sd-empty,.fm-image-box>.sd-fault{padding:16px;border-radius:6px;background:var(--sd-surface)}
.fm-image-fit{max-width:100%;max-height:100%;object-fit:contain}
.fm-pdf{flex:1;display:flex;flex-direction:column;gap:12px;min-height:0;overflow:auto;padding:12px 16px;border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-soft)}
.fm-pdf-page{position:relative;flex:none;margin:0 auto;background:#fff;box-shadow:0 0 0 1px var(--sd-line)}
.fm-pdf-page>canvas{display:block;width:100%;height:100%}
.fm-preview>.sd-empty{flex:1}
.fm-media{flex:1;display:flex;align-items:center;justify-content:center;min-height:0}
.fm-media>*{max-width:100%;max-height:100%}
.fm-media>audio{width:min(560px,100%)}
.fm-markdown,.fm-table{flex:1;min-height:0;overflow:auto;border:1px solid var(--sd-line);border-radius:6px}
.fm-markdown{padding:16px;overflow-wrap:anywhere}
.fm-markdown .sd-document{max-width:840px;margin:0 auto}
.sd-document :is(h1,h2,h3,h4,h5,h6){margin:16px 0 8px;font-weight:600;line-height:1.4}
.sd-document h1{font-size:24px}
.sd-document h2{font-size:20px}
.sd-document :is(h3,h4,h5,h6){font-size:16px}
.sd-document :is(p,ul,ol,pre,blockquote,table,dl){margin:0 0 12px}
.sd-document :is(ul,ol){padding-inline-start:24px;list-style:revert}
.sd-document :is(code,kbd,pre){font-family:var(--sd-code);font-size:13px;background:var(--sd-soft);border-radius:4px}
.sd-document :is(code,kbd){padding:1px 4px}
.sd-document pre{padding:12px;overflow:auto}
.sd-document pre code{padding:0;background:none}
.sd-document blockquote{padding-inline-start:12px;border-inline-start:3px solid var(--sd-line);color:var(--sd-secondary)}
.sd-document table{display:block;max-width:100%;overflow:auto}
.sd-document a{color:var(--sd-link);text-decoration:underline}
.fm-table table,.sd-document table{border-collapse:collapse}
.fm-table :is(th,td),.sd-document :is(th,td){padding:4px 12px;border:1px solid var(--sd-line);text-align:start;vertical-align:top}
.fm-table :is(th,td){max-width:400px;white-space:pre-wrap;overflow-wrap:anywhere}
.fm-table th{position:sticky;top:0;background:var(--sd-head);font-weight:600}
.fm-table-facts{display:flex;align-items:center;justify-content:space-between;gap:8px}
`;

/** Editor, history and preview, on the page's variables. */
export const editorStyle = [layer, tabs, pane, history, preview].join('').replaceAll('\n', '');
