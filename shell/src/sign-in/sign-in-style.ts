import { cssVariables } from '@sitedeck/ui/tokens';

const colors = `
:root{${cssVariables('light')}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${cssVariables('dark')}}}
:root[data-theme=dark]{${cssVariables('dark')}}
`;

const frame = `
body{margin:0;background:var(--sd-page)}
.si{display:grid;grid-template:56px minmax(0,1fr) auto/minmax(0,1fr) auto;min-height:100vh;min-height:100dvh;font:14px/22px var(--sd-font);color:var(--sd-text);background:var(--sd-page)}
.si :is(h1,h2,p,ul){margin:0;padding:0;list-style:none}
.si button,.si input{font:inherit;color:inherit}
.si :focus-visible{outline:2px solid var(--sd-mark);outline-offset:2px}
.si a{color:var(--sd-link);text-decoration:none;border-radius:4px}
.si a:hover{text-decoration:underline}
.si-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.si-icon{flex:none}
.si-header{grid-area:1/1/2/3;display:flex;align-items:center;justify-content:space-between;padding:0 24px;position:relative;z-index:2;pointer-events:none}
.si-header>*{pointer-events:auto}
.si-brand{display:inline-flex;align-items:center;gap:12px;font-size:16px;line-height:24px;font-weight:600}
.brand-mark-top{fill:var(--sd-mark)}
.brand-mark-low{fill:var(--sd-mark);opacity:.42}
.si-tools{display:flex;align-items:center;gap:8px}
.si-tool{display:inline-flex;align-items:center;justify-content:center;width:32px;height:32px;padding:0;border:0;border-radius:6px;background:none;color:var(--sd-secondary)!important;cursor:pointer}
.si-tool:hover{background:var(--sd-hover)}
.si-languages{display:inline-flex;padding:2px;border-radius:6px;background:var(--sd-soft)}
.si-languages button{height:28px;padding:0 12px;border:0;border-radius:5px;background:none;color:var(--sd-secondary);cursor:pointer}
.si-languages button[aria-pressed=true]{background:var(--sd-surface);color:var(--sd-text)}
.si-main{grid-area:1/1/4/2;display:flex;align-items:center;justify-content:center;padding:72px 16px;box-sizing:border-box;position:relative}
.si-main::before{content:"";position:absolute;inset:0;background:radial-gradient(var(--sd-line) 1px,transparent 1.2px) center/28px 28px;mask-image:radial-gradient(closest-side,#000 40%,transparent)}
.si-footer{grid-area:3/1/4/2;padding:16px 24px 24px;text-align:center;font-size:12px;line-height:20px;color:var(--sd-hint);position:relative}
`;

const card = `
.si-card{position:relative;box-sizing:border-box;width:400px;max-width:100%;padding:32px;border:1px solid var(--sd-line);border-radius:8px;background:var(--sd-surface)}
.si-card h1{font-size:24px;line-height:32px;font-weight:600}
.si-hint{margin-top:4px!important;color:var(--sd-secondary)}
.si-field{margin-top:16px}
.si-hint+.si-field{margin-top:24px}
.si-field label{display:block;margin-bottom:8px}
.si-box{display:flex;align-items:center;height:40px;border:1px solid var(--sd-edge);border-radius:6px;background:var(--sd-surface);box-sizing:border-box}
.si-box:hover{border-color:var(--sd-secondary)}
.si-box:has(input:focus-visible){outline:2px solid var(--sd-mark);outline-offset:2px}
.si-box-error,.si-box-error:hover{border-color:var(--sd-err-mark)}
.si-box input{flex:1;min-width:0;height:100%;box-sizing:border-box;padding:0 12px;border:0;border-radius:6px;background:none}
.si .si-box input:focus-visible{outline:none}
.si-box input:-webkit-autofill{-webkit-text-fill-color:var(--sd-text);box-shadow:0 0 0 40px var(--sd-surface) inset}
.si-show{display:inline-flex;align-items:center;gap:4px;flex:none;height:28px;margin-inline-end:6px;padding:0 6px;border:0;border-radius:4px;background:none;color:var(--sd-link)!important;cursor:pointer}
.si-show:hover{background:var(--sd-hover)}
.si-error{margin-top:4px!important;color:var(--sd-err-text);font-size:12px;line-height:20px}
.si-alert{display:flex;align-items:flex-start;gap:8px;margin-top:16px;padding:8px 12px;border-radius:6px;background:var(--sd-tint);color:var(--sd-text)}
.si-alert>.si-icon{margin-top:3px;color:var(--sd-link)}
.si-alert-error{background:var(--sd-err-tint);color:var(--sd-err-text)}
.si-alert-error>.si-icon{color:var(--sd-err-mark)}
.si-alert span{flex:1;min-width:0;overflow-wrap:anywhere}
.si-alert button{display:inline-flex;align-items:center;justify-content:center;width:24px;height:24px;margin:-1px -4px 0 0;padding:0;border:0;border-radius:4px;background:none;color:var(--sd-secondary);cursor:pointer}
.si-alert button .si-icon{width:12px;height:12px}
.si-submit{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;height:40px;margin-top:24px;border:0;border-radius:6px;background:var(--sd-fill);color:#fff!important;font-weight:600!important;cursor:pointer;transition:background .12s ease-out}
[role=alert]:not(:empty)+.si-submit{margin-top:16px}
.si-submit:hover{background:var(--sd-fill-hover)}
.si-submit:active{background:var(--sd-fill-active)}
.si-submit:disabled,.si-submit[aria-disabled=true]{cursor:default}
.si-submit[aria-disabled=true]:not([aria-busy=true]){background:var(--sd-fill);opacity:.7}
.si-spinner{width:14px;height:14px;border:2px solid rgba(255,255,255,.4);border-top-color:#fff;border-radius:50%;animation:si-turn .8s linear infinite}
@keyframes si-turn{to{transform:rotate(1turn)}}
.si-below{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin-top:16px;font-size:12px;line-height:20px}
.si-check{display:inline-flex;align-items:center;gap:6px;color:var(--sd-hint)}
.si-check .si-icon{width:14px;height:14px}
`;

const help = `
.si-help{grid-area:1/2/4/3;box-sizing:border-box;width:320px;padding:64px 24px 24px;border-inline-start:1px solid var(--sd-line);background:var(--sd-surface)}
.si-help-head{display:flex;align-items:center;justify-content:space-between;height:40px;margin-bottom:8px}
.si-help h2{font-size:16px;line-height:24px;font-weight:600}
.si-help-head .si-tool{margin-inline-end:-8px}
.si-help li{display:flex;align-items:center;gap:12px;padding:12px 0;border-top:1px solid var(--sd-line)}
.si-help li>.si-icon{color:var(--sd-secondary)}
.si-help strong{font-weight:600}
.si-help-line{display:block;font-size:12px;line-height:20px;color:var(--sd-secondary)}
`;

const narrow = `
@media (max-width:991px){
.si-help-auto .si-help{display:none}
.si-help{position:fixed;inset:0 0 0 auto;z-index:3;width:min(320px,100vw);padding-top:16px;box-shadow:var(--sd-shadow);overflow:auto}
}
@media (max-width:767px){
.si{grid-template-rows:56px minmax(0,1fr) auto}
.si-header{padding:0 12px 0 24px}
.si-main{grid-area:2/1/3/2;align-items:flex-start;padding:32px 12px}
.si-main::before{display:none}
.si-card{padding:20px}
.si-card h1{font-size:20px;line-height:28px}
.si-tool{width:40px;height:40px}
.si-tools{gap:0}
.si-languages{margin-inline-end:4px}
.si-alert button{width:32px;height:32px;margin:-5px -8px -5px 0}
}
@media (prefers-reduced-motion:reduce){.si *{transition:none!important;animation-duration:2s!important}}
`;

/** Style of the sign-in page, for a `<style>` in the head, so that the page needs no request for it. */
export const signInStyle = (colors + frame + card + help + narrow).replaceAll('\n', '');
