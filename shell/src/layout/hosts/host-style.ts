import { BREAKPOINT } from '@sitedeck/ui/tokens';

/** Width of the dropdown, px. */
const WIDTH = 360;

export const hostStyle = `
.sh-hosts{position:absolute;z-index:110;inset:calc(100% + 12px) auto auto 8px;display:flex;flex-direction:column;width:${WIDTH}px;max-width:calc(100vw - 16px);box-sizing:border-box;padding:12px 0 8px;background:var(--sd-raised);border-radius:8px;box-shadow:var(--sd-shadow)}
.sh-hosts>.sd-input{width:auto;margin:0 12px 8px}
.sh-hosts-list{overflow:hidden auto;max-height:min(400px,calc(100vh - 220px));overscroll-behavior:contain}
.sh-hosts-list:focus{outline:none}
.sh-hosts-stale{opacity:.5}
.sh-hosts-option{display:grid;grid-template-columns:16px minmax(0,1fr) auto;column-gap:8px;align-items:center;padding:6px 16px;cursor:pointer;content-visibility:auto;contain-intrinsic-size:auto 54px;scroll-margin:4px}
.sh-hosts-option:hover{background:var(--sd-hover)}
.sh-hosts-active{background:var(--sd-hover);box-shadow:inset 3px 0 var(--sd-mark)}
.sh-hosts-option[aria-selected=true] .sh-hosts-name{font-weight:600;color:var(--sd-link)}
.sh-hosts-option .anticon{color:var(--sd-link)}
.sh-hosts-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sh-hosts-code{font-size:12px;color:var(--sd-hint)}
.sh-hosts-facts{grid-column:2/-1;display:flex;min-width:0;min-height:20px;font-size:12px;line-height:20px;color:var(--sd-secondary)}
.sh-hosts-line{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sh-hosts-more{flex:none;margin-inline-start:4px}
.sh-hosts-end{display:flex;align-items:center;justify-content:space-between;gap:8px;min-height:32px;padding:4px 16px;box-sizing:border-box;font-size:12px;line-height:20px;color:var(--sd-hint);border-top:1px solid var(--sd-line)}
.sh-hosts-all{align-self:flex-start;margin:4px 16px;min-height:24px}
.sh-hosts-detailed .sh-hosts-list{margin:8px -24px 0;max-height:min(520px,calc(100vh - 320px))}
.sh-hosts-detailed .sh-hosts-option{padding-inline:24px}
.sh-hosts-detailed .sh-hosts-facts{overflow-wrap:anywhere}
.sh-hosts-detailed .sh-hosts-end{margin:0 -24px;padding-inline:24px}
@media (max-width:${BREAKPOINT.touch - 1}px){
.sh-hosts{position:fixed;inset:56px 8px auto;width:auto}
}
`.replaceAll('\n', '');
