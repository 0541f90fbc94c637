export const pickerStyle = `
.sd-picker{border:1px solid var(--sd-line);border-radius:8px;overflow:hidden}
.sd-picker-head{display:flex;align-items:center;gap:8px;padding:8px 12px;background:var(--sd-head);border-bottom:1px solid var(--sd-line)}
.sd-picker-list{list-style:none;margin:0;padding:0;max-height:240px;overflow:auto}
.sd-picker-none{margin:0;padding:12px}
.sd-picker>[class*=skeleton]{padding:12px}
.sd-picker-name{overflow-wrap:anywhere}
.sd-picker-entry{display:flex;align-items:center;gap:8px;width:100%;min-height:32px;padding:4px 12px;border:0;background:none;font:inherit;color:inherit;text-align:start;cursor:pointer}
.sd-picker-entry:hover{background:var(--sd-soft)}
.sd-picker-entry:focus-visible{outline-offset:-2px}
.sd-picker-entry>:last-child:not(:nth-child(2)){margin-inline-start:auto;flex:none}
`;
