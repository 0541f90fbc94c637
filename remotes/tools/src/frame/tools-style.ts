export const toolsStyle = `
.tl{min-width:0}
.tl :where(ol,ul,dl,dd,fieldset),.tl-form :where(ol,ul,dl,dd,fieldset){list-style:none;margin:0;padding:0;border:0;min-width:0}
.tl-body{container-type:inline-size;display:flex;flex-direction:column;gap:16px;min-width:0}
.tl-card{padding:16px;min-width:0;box-sizing:border-box}
.tl .tl-card>h2{font-size:16px;line-height:24px;font-weight:600;margin:0 0 12px}
.tl-fields{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}
.tl-fields>.sd-field+.sd-field{margin-top:0}
.tl-wide{width:100%}
@container (max-width:640px){.tl-fields{grid-template-columns:minmax(0,1fr)}}
.tl-acts{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:16px}
.tl-facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:8px 24px}
.tl-facts dt{color:var(--sd-secondary);font-size:12px;line-height:20px}
.tl-facts dd{overflow-wrap:anywhere}
.tl-stack{display:flex;flex-direction:column;gap:12px;min-width:0}
.tl-stack+.tl-stack,.tl-form+.tl-stack{margin-top:16px}
.tl-check{display:flex;align-items:flex-start;gap:8px;overflow-wrap:anywhere}
.tl-check>input{flex:none;width:16px;height:16px;margin:3px 0;accent-color:var(--sd-fill)}
.tl-sample{margin-top:4px!important;padding-inline-start:24px;overflow-wrap:anywhere}
.tl-break{overflow-wrap:anywhere}
.tl-running-head{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin-bottom:8px}
.tl-running>li+li{margin-top:16px}
`;
