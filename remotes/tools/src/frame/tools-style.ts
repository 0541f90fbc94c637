import { pickerStyle } from '@sitedeck/ui/file-picker';

const own = `
.tl{min-width:0}
.tl :where(ol,ul,dl,dd,fieldset),.tl-form :where(ol,ul,dl,dd,fieldset){list-style:none;margin:0;padding:0;border:0;min-width:0}
.tl-body{container-type:inline-size;display:flex;flex-direction:column;gap:16px;min-width:0}
.tl-body>section{min-width:0}
.tl-card{padding:16px;box-sizing:border-box}
.tl section>h2{margin:0}
.tl-body>section:not(.tl-card)>h2{margin:8px 0 12px}
.tl-stack{display:flex;flex-direction:column;gap:16px;min-width:0}
.tl-steps{display:flex;flex-wrap:wrap;align-items:center;gap:8px}
.tl-steps>li{display:flex;align-items:center;gap:8px;color:var(--sd-hint)}
.tl-steps>li+li::before{content:"";width:32px;border-top:1px solid var(--sd-edge)}
.tl-steps>[aria-current]{color:var(--sd-text);font-weight:600}
.tl-steps>.tl-step-done{color:var(--sd-secondary)}
.tl-step-mark{display:inline-flex;align-items:center;justify-content:center;width:22px;height:22px;border:1px solid var(--sd-edge);border-radius:50%;box-sizing:border-box;font-size:12px;line-height:1}
[aria-current]>.tl-step-mark{color:#fff;background:var(--sd-fill);border-color:var(--sd-fill)}
.tl-step-done>.tl-step-mark{color:var(--sd-link);border-color:var(--sd-link)}
.tl-fields{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}
.tl-fields .sd-field+.sd-field{margin-top:0}
.tl-pair{display:grid;grid-template-columns:minmax(0,1fr) 96px;gap:12px}
@container (max-width:640px){.tl-fields{grid-template-columns:minmax(0,1fr)}.tl-steps>li+li::before{width:12px}}
.tl-acts{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:16px}
.tl-result{padding-top:16px;border-top:1px solid var(--sd-line)}
.tl-result .tl-acts{margin-top:0}
.tl-facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:8px 24px}
.tl-facts dt{color:var(--sd-secondary);font-size:12px;line-height:20px}
.tl-facts dd{overflow-wrap:anywhere}
.tl-good{color:var(--sd-ok-mark)}
.tl-check{display:flex;align-items:flex-start;gap:8px;overflow-wrap:anywhere}
.tl-check>input{flex:none;width:16px;height:16px;margin:3px 0;accent-color:var(--sd-fill)}
.tl-entries{margin-top:4px!important;overflow-wrap:anywhere}
.tl-entries>li{display:flex;flex-wrap:wrap;gap:0 12px}
.tl-entries .sd-mono{font-size:12px}
.tl-stack>.tl-entries{margin-top:0!important}
.tl-break{overflow-wrap:anywhere}
.tl-running{display:flex;flex-wrap:wrap;align-items:flex-start;justify-content:space-between;gap:8px 16px}
.tl-running-main{flex:1 1 240px;min-width:0}
.tl-running-head{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin-bottom:8px!important}
.tl-dialog{display:flex;flex-direction:column;gap:16px}
.tl-dialog .sd-field+.sd-field{margin-top:0}
.tl-dialog :is(p,h3){margin:0}
.tl-dialog h3{font-size:14px}
.tl-count{margin-inline-start:8px;font-weight:400}
.tl-changes>li{padding:2px 0;overflow-wrap:anywhere}
.tl-changes-name{color:var(--sd-secondary);margin-inline-end:4px}
.tl-changes ins{text-decoration:none}
.tl-changes del{color:var(--sd-hint)}
.tl-wrap{flex-wrap:wrap}
.tl .tl-points{list-style:disc;padding-inline-start:20px}
.tl-change-added{color:var(--sd-ok-text)}
.tl-change-removed{color:var(--sd-err-text)}
.tl-difference{height:min(60vh,520px);overflow:auto}
.tl-difference-head{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-bottom:4px}
.tl-current{min-height:20px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
`;

export const toolsStyle = own + pickerStyle;
