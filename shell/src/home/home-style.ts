import { BREAKPOINT, SIZE } from '@sitedeck/ui/tokens';

const page = `
.sh-home{display:grid;grid-template-columns:minmax(0,1fr);gap:16px;max-width:${SIZE.formPage}px}
.sh-home [tabindex="-1"]:focus{outline:none}
.sh-home-row{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}
.sh-home-row>:last-child:nth-child(odd){grid-column:1/-1}
.sh-home-card{padding:16px;min-width:0;box-sizing:border-box}
.sh-home-head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 16px;min-height:24px;margin-bottom:12px}
.sh-remote-card{min-height:112px}
.sh-remote-card>h2{margin-bottom:8px!important}
.sh-bones>div{margin-bottom:8px;border-radius:4px;background:var(--sd-soft)}
.sh-bones>div:last-child{margin-bottom:0}
.sh-site-facts .sh-bones{width:76px}
.sh-block-fault{display:flex;flex-wrap:wrap;align-items:flex-start;gap:4px 8px;min-width:0}
.sh-block-fault>.anticon{margin-top:3px;font-size:16px;color:var(--sd-err-mark)}
.sh-block-fault>p{flex:1;min-width:min(200px,100%);overflow-wrap:anywhere;color:var(--sd-secondary)}
.sh-block-fault strong{font-weight:600;color:var(--sd-text)}
.sh-block-fault .sd-reference{margin-inline-start:4px}
.sh-small-button{display:inline-flex;align-items:center;flex:none;height:24px;padding:0 8px;box-sizing:border-box;border:1px solid var(--sd-btn-edge);border-radius:4px;background:var(--sd-surface);color:var(--sd-text)}
.sh-small-button:hover{background:var(--sd-hover);text-decoration:none!important}
`;

const needs = `
.sh-needs{display:grid;align-items:center;min-height:48px;border-radius:8px}
.sh-needs>.sh-bones{padding:0 16px}
.sh-needs[aria-busy=true]{background:var(--sd-surface);outline:1px solid var(--sd-line)!important;outline-offset:-1px}
.sh-needs-failed{padding:12px 16px;box-sizing:border-box;background:var(--sd-surface);border:1px solid var(--sd-line)}
.sh-needs-body{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;min-height:48px;padding:11px 16px;box-sizing:border-box;border:1px solid;border-radius:8px}
.sh-needs-success{background:var(--sd-ok-tint);border-color:var(--sd-ok-edge)}
.sh-needs-info{background:var(--sd-tint);border-color:var(--sd-info-edge)}
.sh-needs-warning{background:var(--sd-warn-tint);border-color:var(--sd-warn-edge)}
.sh-needs-error{background:var(--sd-err-tint);border-color:var(--sd-err-edge)}
.sh-needs-title{display:flex;align-items:center;gap:8px;flex:none}
.sh-needs-title strong{font-weight:600}
.sh-needs-title .anticon{font-size:16px}
.sh-needs-success .anticon{color:var(--sd-ok-text)}
.sh-needs-info .anticon{color:var(--sd-link)}
.sh-needs-warning .anticon{color:var(--sd-warn-text)}
.sh-needs-error .anticon{color:var(--sd-err-text)}
.sh-needs-body ul{display:flex;flex-wrap:wrap;gap:8px 16px;min-width:0;flex:0 1 auto}
.sh-needs-body li{display:flex;align-items:center;gap:12px;min-width:0;overflow-wrap:anywhere;padding-inline-start:16px;border-inline-start:1px solid var(--sd-btn-edge)}
.sh-needs-checked{margin-inline-start:auto!important;font-size:12px;color:var(--sd-secondary)}
`;

const site = `
.sh-site{display:flex;flex-wrap:wrap;align-items:center;gap:16px;padding:16px}
.sh-site-icon{display:flex;align-items:center;justify-content:center;flex:none;width:48px;height:48px;border-radius:8px;background:var(--sd-tint);color:var(--sd-link);font-size:26px}
.sh-site-name{flex:1;min-width:min(200px,100%)}
.sh-site-line{color:var(--sd-secondary);overflow-wrap:anywhere}
.sh-site-facts{display:flex;flex-wrap:wrap;gap:8px 32px}
.sh-site-facts dt{font-size:12px;line-height:20px;color:var(--sd-hint)}
.sh-split{display:inline-flex}
.sh-split>.ant-btn:first-child{border-start-end-radius:0;border-end-end-radius:0}
.sh-split>.ant-btn:last-child{border-start-start-radius:0;border-end-start-radius:0;margin-inline-start:-1px;padding-inline:8px}
.sh-split>.ant-btn-primary:last-child{margin-inline-start:1px}
.sh-split>.ant-btn:is(:hover,:focus-visible){position:relative;z-index:1}
`;

const quotas = `
.sh-quotas{display:flex;flex-wrap:wrap;gap:1px;padding-top:1px;border-radius:0 0 8px 8px;background:var(--sd-line);overflow:hidden}
.sh-quotas:not(:last-child){border-radius:0}
.sh-quotas>*{flex:1 1 260px;min-width:0}
.sh-share-none{padding:12px 16px;background:var(--sd-surface);font-size:12px;line-height:20px;color:var(--sd-hint)}
.sh-quotas>.sh-block-fault{padding:16px;min-height:126px;box-sizing:border-box;background:var(--sd-surface)}
.sh-quota{min-width:0;min-height:126px;padding:14px 16px;box-sizing:border-box;background:var(--sd-surface)}
.sh-quota-head{display:flex;align-items:center;gap:8px;min-height:24px}
.sh-quota-head h2{font-size:14px!important;line-height:22px!important;font-weight:400!important;color:var(--sd-secondary);flex:1}
.sh-quota-level{font-size:12px;color:var(--sd-hint)}
.sh-quota-level .anticon{margin-inline-end:4px}
.sh-quota-level-warning{font-weight:600;color:var(--sd-warn-text)}
:is(.sh-quota-level-error,.sh-quota-level-over){font-weight:600;color:var(--sd-err-text)}
.sh-quota-figures{line-height:30px;color:var(--sd-secondary)}
.sh-quota-figures strong{font-size:20px;font-weight:600;color:var(--sd-text)}
.sh-quota .sd-bar-track{margin:4px 0 8px}
.sh-quota-none{height:8px;margin:4px 0 8px;border-radius:4px;background:var(--sd-soft)}
.sh-quota-warning>.sd-bar-done{background:var(--sd-warn-mark)}
:is(.sh-quota-error,.sh-quota-over)>.sd-bar-done{background:var(--sd-err-mark)}
.sh-quota-foot{min-height:20px;font-size:12px;line-height:20px;color:var(--sd-hint)}
`;

const rest = `
.sh-running-task{padding:8px 0}
.sh-running-task+.sh-running-task{border-top:1px solid var(--sd-line)}
.sh-running-task .sd-row{max-width:100%}
.sh-running-task .sd-row>*{min-width:0;overflow-wrap:anywhere}
.sh-running-task strong{font-weight:600}
.sh-connection{display:grid;grid-template-columns:auto minmax(0,1fr);gap:8px 24px}
.sh-connection dt{color:var(--sd-secondary);line-height:24px}
.sh-connection dd{grid-column:2;display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;min-height:24px}
.sh-copy{display:inline-flex;align-items:center;gap:4px;min-width:0;overflow-wrap:anywhere}
.sh-switch{display:inline-flex;align-items:center;gap:8px;min-height:24px;padding:0;border:0;border-radius:4px;background:none;font:inherit;color:inherit;cursor:pointer;text-align:start}
.sh-switch-track{position:relative;flex:none;width:36px;height:20px;border-radius:10px;background:var(--sd-edge);transition:background .12s}
.sh-switch-track::after{content:"";position:absolute;inset:2px auto 2px 2px;width:16px;border-radius:50%;background:#fff;transition:transform .12s}
.sh-switch[aria-checked=true]>.sh-switch-track{background:var(--sd-fill)}
.sh-switch[aria-checked=true]>.sh-switch-track::after{transform:translateX(16px)}
.sh-switch[aria-busy=true]{cursor:progress}
.sh-switch[aria-busy=true]>.sh-switch-track{opacity:.6}
.sh-switch[aria-disabled=true]{color:var(--sd-hint);cursor:not-allowed}
.sh-switch[aria-disabled=true]>.sh-switch-track{background:var(--sd-off)}
.sh-operations{margin:0 -16px -16px!important}
.sh-operations>li{display:flex;align-items:center;gap:12px;min-height:40px;padding:0 16px;border-top:1px solid var(--sd-line)}
.sh-operations>li>:first-child{flex:none;min-width:112px}
.sh-operation-what{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sh-operation-who{flex:none;max-width:30%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
`;

const narrow = `
@media (max-width:${BREAKPOINT.menu - 1}px){
.sh-home-row{grid-template-columns:minmax(0,1fr)}
.sh-needs-body li{padding:0;border:0}
}
@media (max-width:${BREAKPOINT.touch - 1}px){
.sh-home,.sh-home-row{gap:12px}
.sh-home-card{padding:12px}
.sh-site{padding:12px;gap:12px}
.sh-site-icon{width:40px;height:40px}
.sh-site-name{min-width:calc(100% - 52px)}
.sh-site-facts{flex:1;gap:8px 24px}
.sh-split>.ant-btn{height:40px}
.sh-needs-body{align-items:stretch;flex-direction:column;padding:11px 12px}
.sh-needs-body ul{flex-direction:column}
.sh-needs-body li{justify-content:space-between}
.sh-needs-checked{margin:0!important}
.sh-small-button{height:40px;padding:0 12px;border-radius:6px}
.sh-switch{min-height:40px}
.sh-quota,.sh-quotas>.sh-block-fault{min-height:0;padding-inline:12px}
.sh-quota-foot:empty{display:none}
.sh-operations{margin:0 -12px -12px!important}
.sh-operations>li{padding:0 12px}
.sh-operations>li>:first-child{min-width:84px}
.sh-operation-who{display:none}
}
`;

export const homeStyle = (page + needs + site + quotas + rest + narrow).replaceAll('\n', '');
