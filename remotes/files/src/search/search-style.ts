const form = `
.fm-search{display:flex;flex-direction:column;gap:8px;height:100%;min-height:0}
.fm-search-form{flex:none;display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:8px 16px;align-items:start}
.fm-search-form .sd-field+.sd-field{margin-top:0}
.fm-search-acts{grid-column:1/-1;display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px}
.fm-search label:has(>input[type=checkbox]){display:inline-flex;align-items:center;gap:8px;min-height:32px;cursor:pointer}
.fm-search label>input[type=checkbox]{flex:none;width:16px;height:16px;margin:0;accent-color:var(--sd-fill)}
.fm-search-state p,.fm-search-running{margin:0!important;font-size:12px;line-height:20px}
.fm-search-running{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--sd-secondary)}
.fm-search-warn{color:var(--sd-warn-text)}
.fm-search-narrow{height:auto;min-height:100%}
.fm-search-narrow .fm-search-form{grid-template-columns:minmax(0,1fr)}
.fm-search-narrow :is(.fm-search-acts,.sd-field-box,.sd-row) button{min-height:40px}
`;

const results = `
.fm-results{position:relative;flex:1;min-height:200px;overflow:auto;overscroll-behavior:contain;border:1px solid var(--sd-line);border-radius:6px;outline:none}
.fm-results:focus-visible{outline:none!important}
.fm-results-rows{position:relative}
.fm-result{position:absolute;inset-inline:0;display:flex;align-items:center;gap:8px;box-sizing:border-box;height:28px;padding:0 12px;white-space:pre;overflow:hidden}
.fm-result>code{min-width:0;overflow:hidden;text-overflow:ellipsis;font-family:var(--sd-code);font-size:13px;tab-size:4}
.fm-result mark{border-radius:2px;background:var(--sd-warn-tint);color:var(--sd-warn-text);font-weight:600;box-shadow:0 0 0 1px var(--sd-warn-edge)}
.fm-result-file{background:var(--sd-head);border-bottom:1px solid var(--sd-line);cursor:pointer}
.fm-result-file .fm-name{flex:0 1 auto}
.fm-result-place{flex:0 100 auto;min-width:0;overflow:hidden;text-overflow:ellipsis;font-size:12px;color:var(--sd-hint)}
.fm-result-facts{flex:none;display:flex;gap:16px;margin-inline-start:auto;font-size:12px;color:var(--sd-secondary)}
.fm-result-match{cursor:pointer}
.fm-result-match:hover,.fm-result-file:hover{background:var(--sd-hover)}
.fm-result-context{color:var(--sd-hint)}
.fm-result-line{flex:none;width:48px;text-align:end;font-family:var(--sd-code);font-size:12px;color:var(--sd-hint)}
.fm-result-gap::after{content:"";flex:1;margin-inline-start:56px;border-top:1px dashed var(--sd-line)}
.fm-results:focus-visible .fm-result-active{outline:2px solid var(--sd-mark);outline-offset:-2px}
.fm-result .fm-more{flex:none}
.fm-search-narrow .fm-results{flex:none;height:60vh}
.fm-search-narrow .fm-result{height:40px}
.fm-search-narrow .fm-result .fm-more{width:40px;height:40px}
.fm-search-narrow .fm-result-line{width:32px}
.fm-search-narrow .fm-result-facts{gap:8px}
.fm-search-narrow .fm-result-facts time{display:none}
`;

const replace = `
.fm-replace-bar{grid-column:1/-1}
.fm-replace-result{display:flex;flex-direction:column;gap:8px;align-items:flex-start}
.fm-replace-result .sd-bar-track{width:100%}
.fm-replace-result p,.fm-replace-failed p{margin:0!important}
.fm-replace-failed{width:100%}
.fm-result>:is(del,ins){min-width:0;overflow:hidden;text-overflow:ellipsis;font-family:var(--sd-code);font-size:13px;text-decoration:none}
.fm-result-old{background:var(--sd-err-tint)}
.fm-result-old>:not(.fm-result-line){color:var(--sd-err-text)}
.fm-result-new{background:var(--sd-ok-tint)}
.fm-result-new>:not(.fm-result-line){color:var(--sd-ok-text)}
`;

/** Search on the page's variables; row heights are `ResultList`'s numbers. */
export const searchStyle = [form, results, replace].join('').replaceAll('\n', '');
