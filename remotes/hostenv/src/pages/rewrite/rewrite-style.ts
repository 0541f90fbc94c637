export const rewriteStyle = `
.he-rules{display:grid;grid-template-columns:minmax(0,1fr) 320px;gap:16px;align-items:start}
.he-rules-side{display:flex;flex-direction:column;gap:16px;min-width:0}
.he-rule{display:flex;flex-direction:column;overflow:hidden;min-width:0}
.he-rule-bar{display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:8px 16px}
.he-rule-bar+.he-rule-bar{padding-top:0}
.he-rule-choice{width:260px;max-width:100%}
.he-rule-tools{margin-inline-start:auto}
.he-rule-refused{display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:8px 16px;background:var(--sd-err-tint)}
.he-rule-refused>.anticon{color:var(--sd-err-mark);font-size:16px}
.he-rule-refused>div{flex:1;min-width:200px;overflow-wrap:anywhere}
.he-rule-refused strong{font-weight:600}
.he-rule-code{height:max(320px,calc(100dvh - 530px));border-top:1px solid var(--sd-line)}
.he-rule-foot{display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px;padding:4px 16px;min-height:32px;box-sizing:border-box;border-top:1px solid var(--sd-line);background:var(--sd-head);color:var(--sd-hint)}
.he-rule-found{margin-inline-start:auto}
.he-rule-wrong,.he-rule-wrong:hover{color:var(--sd-err-text)}
.he-rule-right{color:var(--sd-ok-text)}
.he-template{white-space:normal}
.he-suggested{margin:0;padding:8px 12px;max-height:240px;overflow:auto;border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-head)}
.he-suggestion p{margin:0}
.he-tester{display:flex;flex-direction:column;gap:12px}
.he-mark-success{color:var(--sd-ok-mark)}
.he-mark-warning{color:var(--sd-warn-mark)}
.he-mark-error{color:var(--sd-err-mark)}
.he-mark-neutral{color:var(--sd-hint)}
.he-result{display:flex;flex-direction:column;gap:8px;padding:12px;border:1px solid var(--sd-line);border-radius:6px;overflow-wrap:anywhere}
.he-result strong{font-weight:600}
.he-result ol{display:flex;flex-direction:column;gap:4px}
.he-result-move{display:block;color:var(--sd-secondary)}
.he-result-way{display:flex;flex-direction:column;padding:8px 12px;border-radius:4px;background:var(--sd-head)}
.he-recent{padding:0!important}
.he-recent h2{padding:12px 16px}
.he-recent li{display:flex;align-items:center;justify-content:space-between;gap:8px;padding:6px 16px;border-top:1px solid var(--sd-line)}
.he-recent li button{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--sd-text);font-family:var(--sd-code);font-size:13px}
.he-recent li>span{flex:none}
@media (max-width:1199px){.he-rules{grid-template-columns:minmax(0,1fr)}}
@media (max-width:767px){.he-rule-choice{flex:1 1 200px}.he-rule-code{height:360px}}
`;
