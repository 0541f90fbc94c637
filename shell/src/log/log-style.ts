import { SIZE } from '@sitedeck/ui/tokens';
import { daysStyle } from '../days/days-style';

export const logStyle = `${daysStyle}
.sh-filter{width:144px}
.sh-log-keyword{width:240px}
.sh-log-actor{width:144px}
.sh-log-exporting{align-self:center;white-space:nowrap}
.sh-log tbody tr{cursor:pointer}
.sh-log-open{text-align:start}
.sh-log-object{overflow-wrap:anywhere;white-space:pre-wrap}
.sh-log .sd-resource-cards-name{display:flex;flex-direction:column}
.sh-log-new>td,li.sh-log-new{background:var(--sd-tint)!important}
.sh-log-arrived{position:sticky;z-index:5;top:${SIZE.header + 32}px;height:0;display:flex;justify-content:center;align-items:flex-end}
.sh-log-arrived button{box-shadow:var(--sd-shadow)}
.sh-log-detail{display:flex;flex-direction:column;gap:16px;min-height:100%}
.sh-log-detail :is(h2,h3,p,dl,dd){margin:0;padding:0}
.sh-log-detail h2{font-size:20px;line-height:28px;font-weight:600}
.sh-log-detail h3{font-size:16px;line-height:24px;font-weight:600;margin-bottom:8px}
.sh-log-detail section{border-top:1px solid var(--sd-line);padding-top:16px}
.sh-log-detail footer{margin-top:auto;padding-top:16px;border-top:1px solid var(--sd-line)}
.sh-log-facts div{display:flex;gap:16px;padding:4px 0}
.sh-log-facts dt{flex:none;width:112px;color:var(--sd-secondary)}
.sh-log-facts dd{min-width:0;overflow-wrap:anywhere;white-space:pre-wrap}
.sh-log-changes{width:100%;border-collapse:collapse;table-layout:fixed}
.sh-log-changes :is(th,td){padding:6px 8px;text-align:start;vertical-align:top;border-bottom:1px solid var(--sd-line);overflow-wrap:anywhere;white-space:pre-wrap;font-weight:400}
.sh-log-changes :is(thead th,tbody th){color:var(--sd-secondary)}
.sh-log-changes thead th{font-size:12px;line-height:20px}
@media (max-width:767px){.sh-filter,.sh-log-actor{flex:1;min-width:120px}.sh-log-keyword{width:100%}.sh-log-arrived{top:${SIZE.headerNarrow + 48}px}}
`.replaceAll('\n', '');
