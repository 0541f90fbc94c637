import { daysStyle } from '../days/days-style';

export const taskStyle = `${daysStyle}
.sh-filter{width:144px}
.sh-task-name{display:inline-flex;flex-wrap:wrap;align-items:center;gap:0 8px;overflow-wrap:break-word}
.sh-task-name strong{font-weight:600}
.sh-task-name .sd-secondary{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;overflow-wrap:anywhere}
.sh-task-progress{display:inline-flex;align-items:center;gap:4px 8px}
.sh-task-progress .sd-bar-track{flex:1 0 64px;min-width:64px;max-width:96px}
@container (min-width:1100px){:is(.sh-task-progress,.sh-task-counted){white-space:nowrap}.sh-task-progress .sd-bar-track{flex-basis:72px}}
.sh-task-detail{display:flex;flex-direction:column;gap:16px;min-height:100%}
.sh-task-detail :is(h2,h3,p,dl,ol,dd){margin:0;padding:0}
.sh-task-detail h2{font-size:20px;line-height:28px;font-weight:600}
.sh-task-detail h3{font-size:16px;line-height:24px;font-weight:600;margin-bottom:8px}
.sh-task-detail section+section{border-top:1px solid var(--sd-line);padding-top:16px}
.sh-task-detail footer{margin-top:auto;padding-top:16px;border-top:1px solid var(--sd-line)}
.sh-task-steps{list-style:none}
.sh-task-steps li{display:flex;align-items:center;gap:8px;padding:2px 0;overflow-wrap:anywhere}
.sh-step-status{margin-inline-start:auto;flex:none;font-size:12px;color:var(--sd-hint)}
.sh-step-done .anticon{color:var(--sd-ok-mark)}
.sh-step-running .anticon{color:var(--sd-mark)}
.sh-step-failed,.sh-step-failed .sh-step-status{color:var(--sd-err-text)}
.sh-step-wait,.sh-step-skipped{color:var(--sd-secondary)}
.sh-task-facts div{display:flex;gap:16px;padding:4px 0}
.sh-task-facts dt{flex:none;width:96px;color:var(--sd-secondary)}
.sh-task-facts dd{min-width:0;overflow-wrap:anywhere}
.sh-task-section-head{display:flex;align-items:baseline;justify-content:space-between;gap:12px}
.sh-task-count{display:inline-block;padding:0 8px;border-radius:9px;background:var(--sd-soft);color:var(--sd-secondary);font-size:12px;line-height:18px;vertical-align:2px}
.sh-failed-files{list-style:none;margin:0;padding:0}
.sh-failed-files li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:4px 0;border-top:1px solid var(--sd-line);overflow-wrap:anywhere}
@media (max-width:767px){.sh-task-progress{flex-wrap:wrap}.sh-filter{flex:1;min-width:120px}}
`.replaceAll('\n', '');
