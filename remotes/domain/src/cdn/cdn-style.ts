import { chartStyle } from '@sitedeck/ui/chart';

const figures = `
.dc-nowrap{white-space:nowrap}
.dc-loading{padding:16px}
.dc-figures{container-type:inline-size;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(220px,100%),1fr));gap:1px;padding:0;background:var(--sd-line);overflow:hidden}
.dc-figures>.dc-figure{display:grid;grid-template-columns:minmax(0,1fr) minmax(40px,88px);align-items:center;gap:0 12px;align-content:start;padding:14px 16px;background:var(--sd-surface)}
.dc-figure>dt{grid-column:1/-1;font-size:12px;line-height:20px;color:var(--sd-hint)}
.dc-figure-value{color:var(--sd-secondary);white-space:nowrap}
.dc-figure-value strong{font-size:28px;line-height:36px;font-weight:600;color:var(--sd-text)}
.dc-figure-line>svg{display:block;width:100%;height:24px;overflow:visible}
.dc-figure-foot{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:0 12px;font-size:12px;line-height:20px;color:var(--sd-secondary)}
.dc-figure-foot .sd-link-button{min-height:20px}
.dc-good{color:var(--sd-ok-text)}
.dc-bad{color:var(--sd-warn-text)}
.dc-line,.dc-line-bad,.dc-line-origin{fill:none;stroke:var(--sd-mark);stroke-width:2;stroke-linejoin:round;vector-effect:non-scaling-stroke}
.dc-line-bad{stroke:var(--sd-err-mark)}
.dc-line-origin{stroke:var(--sd-warn-mark)}
`;

const traffic = `${chartStyle}
.dc-card{padding:16px;min-width:0;container-type:inline-size}
.dc-head{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;margin-bottom:8px}
.dc-legend{display:flex;flex-wrap:wrap;gap:0 16px;font-size:12px;line-height:20px;color:var(--sd-secondary)}
.dc-head>.dc-legend{flex:1}
.dc-legend strong{margin-inline-start:4px;font-weight:600;color:var(--sd-text)}
.dc-mark{display:inline-block;width:8px;height:8px;border-radius:2px;margin-inline-end:2px}
.dc-hit,.dc-redirect{background:var(--sd-mark)}
.dc-origin,.dc-clientError{background:var(--sd-warn-mark)}
.dc-ok{background:var(--sd-ok-mark)}
.dc-serverError{background:var(--sd-err-mark)}
.dc-card .sd-chart{padding-top:12px}
.dc-card .sd-chart-scale{min-width:52px}
.dc-card .sd-chart-plot{height:180px}
.dc-card .sd-chart-plot>svg{width:100%;height:100%}
.dc-card .sd-chart-plot line{vector-effect:non-scaling-stroke}
.sd-chart-plot .dc-shown{stroke:var(--sd-edge)}
.dc-area-hit{fill:var(--sd-mark);opacity:.16}
.dc-area-origin{fill:var(--sd-warn-mark);opacity:.24}
.dc-dot{position:absolute;width:6px;height:6px;border:2px solid;border-radius:50%;background:var(--sd-surface);transform:translate(-50%,-50%);pointer-events:none}
.dc-dot-hit{border-color:var(--sd-mark)}
.dc-dot-origin{border-color:var(--sd-warn-mark)}
.dc-table{max-height:216px;overflow-y:auto;border-radius:4px}
.dc-table table{width:100%;border-collapse:collapse;font-size:12px;line-height:16px}
.dc-table :is(th,td){padding:6px 8px;text-align:end;font-weight:400;border-bottom:1px solid var(--sd-line)}
.dc-table :is(th,td):first-child{text-align:start;padding-inline-start:0}
.dc-table thead th{position:sticky;top:0;background:var(--sd-surface);color:var(--sd-hint);box-shadow:inset 0 -1px var(--sd-line)}
.dc-codes{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;margin-top:8px}
.dc-codes>h3{font-size:14px;line-height:22px;font-weight:400;margin:0;color:var(--sd-secondary)}
.dc-codes-bar{display:flex;gap:1px;flex:1 1 160px;height:8px;border-radius:4px;overflow:hidden;background:var(--sd-soft)}
.dc-codes-bar>span{min-width:2px}
.dc-foot{display:flex;flex-wrap:wrap;gap:0 16px;margin-top:8px!important;font-size:12px;line-height:20px;color:var(--sd-hint)}
.dc-foot>:first-child{flex:1;white-space:nowrap}
@container (max-width:559px){
.dc-head>h2{flex:1}
.dc-head>.dc-legend{order:1;flex-basis:100%}
.sd-chart-wide{display:none}
.dc-foot>:first-child{flex-basis:100%}
.dc-table :is(th,td){padding:6px 2px}
}
`;

const cards = `
.dc-pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(480px,100%),1fr));gap:16px;align-items:start}
.dc-pair>*{min-width:0}
.dc-domains,.dc-rules{container-type:inline-size;overflow:hidden}
.dc-domains>h2{padding:12px 16px}
.dc-domains>.sd-empty{padding:24px 16px 48px}
.dc-domains table{width:100%;table-layout:fixed;border-collapse:collapse}
.dc-domains th:first-child{width:34%}
.dc-domains th:nth-child(3){width:88px}
.dc-domains th:nth-child(4){width:52px}
.dc-domains th{padding:6px 16px 6px 0;font-size:12px;line-height:20px;font-weight:400;text-align:start;color:var(--sd-secondary);background:var(--sd-head)}
.dc-domains td{padding:6px 16px 6px 0;border-top:1px solid var(--sd-line);height:28px}
.dc-domains :is(th,td):first-child{padding-inline-start:16px}
.dc-domains :is(th,td):nth-child(n+3){text-align:end;white-space:nowrap}
.dc-ratio{display:flex;align-items:center;gap:12px;white-space:nowrap}
.dc-ratio>.sd-bar-track{min-width:48px;max-width:128px}
.dc-domains-foot{padding:12px 16px}
.dc-rules-head{display:flex;flex-wrap:wrap;align-items:center;gap:0 8px;padding:8px 16px;min-height:32px}
.dc-rules-head>.sd-link-button{margin-inline-start:auto}
.dc-rules ol,.dc-rules li{list-style:none;margin:0}
.dc-rules-columns,.dc-rule{display:grid;grid-template-columns:24px minmax(0,1fr) 112px 64px 32px;align-items:center;gap:0 8px;padding:0 12px 0 8px}
.dc-rules-columns{padding-block:6px;background:var(--sd-head);font-size:12px;line-height:20px;color:var(--sd-secondary)}
.dc-rules-columns>:first-child,.dc-rule-last>:first-child{grid-column:2}
.dc-rules-columns>:last-child,.dc-rule-hits{text-align:end}
.dc-rule{position:relative;min-height:40px;padding-block:4px;box-sizing:border-box;border-top:1px solid var(--sd-line);background:var(--sd-surface)}
.dc-rule-handle{width:24px;height:32px;padding:0;border:0;border-radius:4px;background:none;color:var(--sd-hint);font-size:16px;cursor:grab;touch-action:none}
.dc-rule-handle:active{cursor:grabbing}
.dc-rule-handle.sd-off{background:none!important}
.dc-rule-match{overflow-wrap:anywhere}
.dc-rule-match>.sd-hint{display:block}
.dc-rule-label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.dc-rule-dragged{background:var(--sd-tint)}
.dc-rule-above{box-shadow:inset 0 2px 0 var(--sd-mark)}
.dc-rule-below{box-shadow:inset 0 -2px 0 var(--sd-mark)}
@container (max-width:479px){
.dc-rules-columns{display:none}
.dc-rule{grid-template-columns:24px auto minmax(0,1fr) 40px}
.dc-rule-match{grid-column:2/4;grid-row:1}
.dc-rule-time{grid-column:2;grid-row:2;font-size:12px;line-height:20px;color:var(--sd-hint)}
.dc-rule-hits{grid-column:3;grid-row:2;text-align:start;font-size:12px;line-height:20px;color:var(--sd-hint)}
.dc-rule-label{position:static;width:auto;height:auto;clip-path:none}
.dc-rule>.ant-btn{grid-column:4;grid-row:1/3;justify-self:end}
.dc-rule-handle{grid-row:1/3}
.dc-domains thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.dc-domains tr{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:4px 16px;padding:12px 16px;border-top:1px solid var(--sd-line)}
.dc-domains td,.dc-domains td:first-child{display:block;height:auto;padding:0;border:0}
.dc-domains td:first-child{grid-column:1/3;grid-row:1}
.dc-domains td:nth-child(4){grid-column:3;grid-row:1}
.dc-domains td:is(:nth-child(2),:nth-child(3)){grid-row:2;font-size:12px;line-height:20px;text-align:start;color:var(--sd-hint)}
.dc-domains td:nth-child(2){grid-column:1}
.dc-domains td:nth-child(3){grid-column:2/4}
.dc-domains .dm-card-only{display:inline}
.dc-domains .dm-state{font-size:12px;line-height:20px}
.dc-ratio{gap:6px}
.dc-ratio>.sd-bar-track{flex:none;width:64px}
}
`;

const forms = `
.dc-tabs [role=tabpanel]{display:flex;flex-direction:column;gap:16px}
.dc-tabs p{margin:0}
.dc-time{display:flex;gap:8px;max-width:320px;padding-inline-start:24px;margin-top:4px}
.dc-time>*{flex:1;min-width:0}
.dc-statuses{margin:0;padding:0;border:0;min-width:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(72px,1fr));gap:8px}
.dc-statuses>legend,.dc-statuses>p{grid-column:1/-1}
.dc-statuses>legend{padding:0}
.dc-private{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px}
.dc-private>:first-child{flex:1;min-width:0}
.dc-private>:last-child:not(:nth-child(2)){flex:1 1 100%}
`;

/** Styles of the CDN page, loaded with it. */
export const cdnStyle = (figures + traffic + cards + forms).replaceAll('\n', '');
