import { BREAKPOINT } from '../tokens';

const feedback = `
.sd-dot{display:inline-block;width:8px;height:8px;border-radius:50%;background:var(--sd-off)}
.sd-dot-primary{background:var(--sd-mark)}
.sd-dot-success{background:var(--sd-ok-mark)}
.sd-dot-warning{background:var(--sd-warn-mark)}
.sd-dot-error{background:var(--sd-err-mark)}
.sd-tag{display:inline-flex;align-items:center;gap:4px;height:22px;padding:0 8px;border-radius:4px;font-size:12px;line-height:22px;white-space:nowrap;color:var(--sd-secondary);background:var(--sd-soft);box-sizing:border-box}
.sd-tag .anticon{font-size:14px}
.sd-tag-primary{color:var(--sd-link);background:var(--sd-tint)}
.sd-tag-success{color:var(--sd-ok-text);background:var(--sd-ok-tint)}
.sd-tag-warning{color:var(--sd-warn-text);background:var(--sd-warn-tint)}
.sd-tag-error{color:var(--sd-err-text);background:var(--sd-err-tint)}
.sd-tag-outline{background:transparent;border:1px solid var(--sd-btn-edge);line-height:20px;padding:0 7px}
.sd-alert{display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px 12px;padding:8px 16px;box-sizing:border-box;border:1px solid var(--sd-line);border-radius:8px;background:var(--sd-soft)}
.sd-alert>.anticon{padding-top:3px;font-size:16px;color:var(--sd-secondary)}
.sd-alert>:nth-child(2){flex:1;min-width:0;overflow-wrap:anywhere}
.sd-alert strong{font-weight:600}
.sd-alert-primary{background:var(--sd-tint);border-color:var(--sd-info-edge)}
.sd-alert-primary>.anticon{color:var(--sd-link)}
.sd-alert-success{background:var(--sd-ok-tint);border-color:var(--sd-ok-edge)}
.sd-alert-success>.anticon{color:var(--sd-ok-text)}
.sd-alert-warning{background:var(--sd-warn-tint);border-color:var(--sd-warn-edge)}
.sd-alert-warning>.anticon{color:var(--sd-warn-text)}
.sd-alert-danger{background:var(--sd-err-tint);border-color:var(--sd-err-edge)}
.sd-alert-danger>.anticon{color:var(--sd-err-text)}
.sd-fault{display:flex;gap:12px;padding:16px 24px;border-radius:8px;background:var(--sd-err-tint);border:1px solid var(--sd-err-edge)}
.sd-fault-icon{align-self:flex-start;color:var(--sd-err-mark);font-size:16px;line-height:22px;padding-top:3px}
.sd-fault-text{flex:1;min-width:0;overflow-wrap:anywhere}
.sd-fault strong{font-weight:600}
.sd-fault-foot{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:8px;margin-top:8px}
.sd-reference{display:inline-flex;align-items:center;gap:4px;font-size:12px;color:var(--sd-secondary)}
.sd-confirm-body{overflow-wrap:anywhere}
.sd-confirm-body+p{margin-top:16px!important}
.sd-secret{display:inline-flex;align-items:center;gap:4px}
`;

const page = `
.sd-page-header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:flex-start;gap:12px 24px;margin-bottom:16px}
.sd-page-title{min-width:0}
.sd-page-title>p{color:var(--sd-secondary)}
.sd-page-actions{display:flex;flex-wrap:wrap;gap:8px;padding-top:2px}
.sd-unlocked{color:var(--sd-hint)!important}
.sd-lock{margin-inline-start:8px;font-size:16px;color:var(--sd-link);vertical-align:2px}
.sd-crumbs ol{display:flex;flex-wrap:wrap;font-size:12px;line-height:20px;color:var(--sd-hint);margin-bottom:4px}
.sd-crumbs li+li::before{content:"/";margin:0 8px;color:var(--sd-hint)}
.sd-crumbs li[aria-current]{color:var(--sd-secondary)}
.sd-empty{display:flex;flex-direction:column;align-items:center;gap:12px;padding:48px 16px;color:var(--sd-secondary);text-align:center}
.sd-bar{fill:var(--sd-surface);stroke:var(--sd-edge)}
.sd-bar-dashed{fill:var(--sd-head);stroke-dasharray:4 3}
.sd-bar-fill{fill:var(--sd-line)}
.sd-bar-ok{fill:var(--sd-ok-mark)}
.sd-bar-error{fill:var(--sd-err-mark)}
.sd-bar-cross{fill:var(--sd-surface);stroke:var(--sd-err-mark);stroke-width:2;stroke-linecap:round}
.sd-failed{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:8px;min-height:min(640px,70vh);padding:32px 16px;text-align:center;box-sizing:border-box}
.sd-root .sd-failed h1{font-size:20px;line-height:28px;margin-top:8px}
.sd-failed>p{color:var(--sd-secondary)}
.sd-failed>.sd-row{margin:16px 0 8px;justify-content:center}
.sd-fly-dot{position:fixed;z-index:2000;width:12px;height:12px;border-radius:50%;background:var(--sd-mark);pointer-events:none}
.sd-highlight{animation:sd-highlight .6s ease-out!important}
@keyframes sd-highlight{30%{background:var(--sd-tint)}}
:root:has(.sd-foot,.ant-drawer-footer) .ant-notification-bottomRight{bottom:80px!important}
:root:has(.sd-foot-strip) .ant-notification-bottomRight{bottom:144px!important}
@media (max-width:${BREAKPOINT.touch - 1}px){.sd-page-header{margin-bottom:12px}.sd-page-actions{width:100%}}
`;

const progress = `
.sd-progress{min-width:0}
.sd-progress-main{display:flex;align-items:center;gap:12px}
.sd-bar-track{position:relative;flex:1;height:8px;border-radius:4px;background:var(--sd-line);overflow:hidden}
.sd-bar-done{position:absolute;inset:0 auto 0 0;border-radius:4px;background:var(--sd-mark);transition:width .2s ease-out}
.sd-bar-moving .sd-bar-done{width:30%;animation:sd-moving 1.6s ease-in-out infinite}
@keyframes sd-moving{from{transform:translateX(-100%)}to{transform:translateX(334%)}}
.sd-progress-line>span{display:inline-block;white-space:pre-wrap}
.sd-progress-line{font-size:12px;line-height:20px;color:var(--sd-hint);margin-top:4px!important;overflow-wrap:anywhere}
`;

const choices = `
.sd-choices{margin:0;padding:0;border:0;min-width:0}
.sd-choices>legend{padding:0}
.sd-choices>label{display:flex;align-items:flex-start;gap:8px;padding:4px 0;overflow-wrap:anywhere}
.sd-choices>label>input{flex:none;width:16px;height:16px;margin:3px 0;accent-color:var(--sd-fill)}
.sd-choices>label .sd-hint{display:block}
`;

export const partsStyle = feedback + page + progress + choices;
