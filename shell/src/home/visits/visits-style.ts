import { chartStyle } from '@sitedeck/ui/chart';
import { BREAKPOINT } from '@sitedeck/ui/tokens';

/** Plot 120, times 24, foot 24; the loading, empty and failed states have the same height. */
const BODY_HEIGHT = 176;

const card = `
.sh-visits-head{gap:8px 16px}
.sh-visits-head>h2{flex:none}
.sh-visits-legend{display:flex;flex-wrap:wrap;gap:0 16px;flex:1;font-size:12px;line-height:20px;color:var(--sd-secondary)}
.sh-visits-legend strong{margin-inline-start:4px;font-weight:600;color:var(--sd-text)}
.sh-visits-mark{display:inline-block;width:8px;height:8px;border-radius:2px;margin-inline-end:2px}
.sh-visits-ok{fill:var(--sd-ok-mark);background:var(--sd-ok-mark)}
.sh-visits-redirect{fill:var(--sd-mark);background:var(--sd-mark)}
.sh-visits-clientError{fill:var(--sd-warn-mark);background:var(--sd-warn-mark)}
.sh-visits-serverError{fill:var(--sd-err-mark);background:var(--sd-err-mark)}
.sh-segments{display:inline-flex;margin:0;padding:2px;border:0;border-radius:6px;background:var(--sd-soft)}
.sh-segments label{position:relative;cursor:pointer}
.sh-segments span{display:flex;align-items:center;height:20px;padding:0 8px;border-radius:4px;color:var(--sd-secondary)}
.sh-segments input:checked+span{background:var(--sd-surface);color:var(--sd-text);box-shadow:0 0 0 1px var(--sd-line)}
.sh-segments input:focus-visible+span{outline:2px solid var(--sd-mark);outline-offset:2px}
.sh-visits-body{min-height:${BODY_HEIGHT}px;display:flex;flex-direction:column}
.sh-visits-body>.sh-block-fault,.sh-visits-body>.sd-empty{margin:auto 0;padding:0}
.sh-visits-foot{display:flex;flex-wrap:wrap;gap:0 16px;margin-top:auto!important;font-size:12px;line-height:24px;color:var(--sd-hint)}
.sh-visits-foot>:first-child{flex:1;color:var(--sd-secondary)}
.sh-visits-bones{display:flex;align-items:flex-end;gap:4%;height:128px;padding-inline-start:40px}
.sh-visits-bones>span{flex:1;border-radius:2px;background:var(--sd-soft)}
`;

const chart = `${chartStyle}
.sh-visits .sd-chart-plot{height:120px}
.sh-visits-shown{fill:var(--sd-soft)}
`;

const table = `
.sh-visits-table{height:152px;overflow-y:auto;border-radius:4px}
.sh-visits-table table{width:100%;border-collapse:collapse;font-size:12px;line-height:16px}
.sh-visits-table :is(th,td){padding:5px 8px;text-align:end;font-weight:400;white-space:nowrap;border-bottom:1px solid var(--sd-line)}
.sh-visits-table :is(th,td):first-child{text-align:start;padding-inline-start:0}
.sh-visits-table thead th{position:sticky;top:0;background:var(--sd-surface);color:var(--sd-hint);box-shadow:inset 0 -1px var(--sd-line)}
`;

const narrow = `
@media (max-width:${BREAKPOINT.touch - 1}px){
.sh-visits-head{gap:8px}
.sh-visits-head>h2{flex:1}
.sh-visits-legend{order:1;flex-basis:100%;justify-content:space-between;gap:0 8px}
.sh-segments span{height:36px;padding:0 6px}
.sh-visits-head .ant-btn{width:40px!important;height:40px!important}
.sd-chart-wide{display:none}
.sh-visits-foot{line-height:20px}
.sh-visits-foot>:first-child{flex-basis:100%}
.sh-visits-table :is(th,td){padding:5px 2px}
.sh-visits-body{min-height:${BODY_HEIGHT + 16}px}
}
`;

export const visitsStyle = (card + chart + table + narrow).replaceAll('\n', '');
