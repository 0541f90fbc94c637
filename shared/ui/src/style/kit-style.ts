import { BREAKPOINT } from '../tokens';
import { partsStyle } from './parts-style';
import { resourceStyle } from './resource-style';

const base = `
.sd-root{font:14px/22px var(--sd-font);color:var(--sd-text);font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased}
.sd-root :is(h1,h2,h3,p,ol,ul,dl,dd){margin:0;padding:0}
.sd-root :is(ol,ul){list-style:none}
:is(.sd-root *,[class*="-modal-"] *,[class*="-drawer-"] *):focus-visible{outline:2px solid var(--sd-mark);outline-offset:2px}
.sd-root h1:focus,[class*="-drawer"][tabindex="-1"]:focus{outline:none}
.sd-root h1{font-size:24px;line-height:32px;font-weight:600;overflow-wrap:anywhere}
.sd-root h2{font-size:16px;line-height:24px;font-weight:600}
.sd-root :where(a){color:var(--sd-link);text-decoration:none}
.sd-root :where(a):hover{text-decoration:underline}
[class*="-modal-title"]{padding-inline-end:24px}
[class*="-modal-wrap"]{scroll-padding-bottom:88px}
[class*="-modal-wrap"] [class*="-modal-container"]>[class*="-modal-footer"]{position:sticky;bottom:0;z-index:1;margin-top:0;margin-bottom:-20px;padding:12px 0 20px;background:var(--sd-raised)}
.sd-mono{font-family:var(--sd-code);font-size:13px}
.sd-row{display:inline-flex;flex-wrap:wrap;align-items:center;gap:8px}
.sd-hint{color:var(--sd-hint)}
.sd-secondary{color:var(--sd-secondary)}
.sd-small{font-size:12px;line-height:20px}
.sd-card{background:var(--sd-surface);border:1px solid var(--sd-line);border-radius:8px}
.sd-visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border:0}
.sd-off,.sd-off:hover{color:var(--sd-off)!important;background:var(--sd-soft)!important;border-color:var(--sd-line)!important;cursor:not-allowed!important;box-shadow:none!important}
[class*="-btn-variant-text"].sd-off{background:none!important;border-color:transparent!important}
.sd-label{display:block;margin-bottom:8px}
.sd-optional{color:var(--sd-hint);font-size:12px;margin-inline-start:4px}
.sd-input{box-sizing:border-box;width:100%;height:32px;padding:0 12px;font:inherit;color:var(--sd-text);background:var(--sd-surface);border:1px solid var(--sd-edge);border-radius:6px}
.sd-input:focus-visible{outline-offset:0}
.sd-input-error{border-color:var(--sd-err-mark)}
.sd-field+.sd-field{margin-top:16px}
.sd-wide{width:100%}
.sd-field-box{display:flex;gap:8px}
.sd-field-error:not(:empty){margin-top:4px!important;color:var(--sd-err-text);font-size:12px;line-height:20px}
@media (max-width:${BREAKPOINT.touch - 1}px){.sd-input{height:40px}.sd-root h1{font-size:20px;line-height:28px}}
@media (prefers-reduced-motion:reduce){.sd-root *,.sd-root *::before,.sd-root *::after{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:.01ms!important}}
`;

/** Style of the kit's own components, on the same variables as antd's. `UiProvider` adds it to the mount. */
export const kitStyle = (base + partsStyle + resourceStyle).replaceAll('\n', '');
