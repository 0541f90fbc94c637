/** Pages that draw charts add it to their own style; they set the height of `.sd-chart-plot`. */
export const chartStyle = `
.sd-chart{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:8px;padding-top:8px;font-size:12px;line-height:16px;color:var(--sd-hint)}
.sd-chart-scale{position:relative;min-width:32px}
.sd-chart-scale>span{position:absolute;inset-inline-end:0;transform:translateY(50%);white-space:nowrap}
.sd-chart-plot{position:relative;border-radius:2px;touch-action:pan-y}
.sd-chart-plot>svg{display:block;overflow:visible}
.sd-chart-plot line{stroke:var(--sd-line);stroke-dasharray:2 4}
.sd-chart-plot .sd-chart-zero{stroke-dasharray:none}
.sd-chart-times{grid-column:2;position:relative;height:24px}
.sd-chart-times>span{position:absolute;top:6px;transform:translateX(-50%);white-space:nowrap}
.sd-chart-tip{position:absolute;z-index:1;top:-8px;min-width:136px;padding:8px 12px;border-radius:8px;background:var(--sd-raised);box-shadow:var(--sd-shadow);color:var(--sd-text);white-space:nowrap;pointer-events:none}
.sd-chart-tip strong{font-weight:600}
.sd-chart-tip small{display:block;font-size:12px;color:var(--sd-hint)}
.sd-chart-tip dl{display:grid;grid-template-columns:1fr auto;gap:0 16px;margin-top:4px}
.sd-chart-tip dl>div{display:contents}
.sd-chart-tip dt{color:var(--sd-secondary)}
.sd-chart-tip dd{text-align:end}
`;
