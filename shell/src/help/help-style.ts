import { cssVariables } from '@sitedeck/ui/tokens';

/** Style sheet of the help pages, which have no script: the theme follows the browser. */
export const helpStyle = `
:root{${cssVariables('light')}}
@media (prefers-color-scheme:dark){:root{${cssVariables('dark')}}}
*{box-sizing:border-box}
body{margin:0;font:16px/28px var(--sd-font);color:var(--sd-text);background:var(--sd-page)}
a{color:var(--sd-link);text-decoration:none;border-radius:4px}
a:hover,main a{text-decoration:underline}
:focus-visible{outline:2px solid var(--sd-mark);outline-offset:2px}
header{display:flex;align-items:center;justify-content:space-between;gap:16px;height:56px;padding:0 24px;font-size:14px;line-height:22px;background:var(--sd-surface);border-bottom:1px solid var(--sd-line)}
header a:first-child{display:inline-flex;align-items:center;gap:12px;font-weight:600;font-size:16px;color:var(--sd-text)}
.center{padding-inline-start:12px;border-inline-start:1px solid var(--sd-line);font-weight:400;color:var(--sd-secondary)}
.mark{fill:var(--sd-mark)}
.low{opacity:.42}
.frame{display:grid;grid-template-columns:240px minmax(0,1fr);gap:24px;max-width:1040px;margin:0 auto;padding:24px}
nav{grid-area:1/1;align-self:start;padding:16px 12px;font-size:14px;line-height:22px;background:var(--sd-surface);border:1px solid var(--sd-line);border-radius:8px}
nav h2{margin:0 0 8px;padding:0 12px;font-size:12px;line-height:20px;font-weight:400;color:var(--sd-hint)}
nav ul{margin:0;padding:0;list-style:none}
nav a{display:block;padding:8px 12px;border-radius:6px;color:var(--sd-text)}
nav a:hover{background:var(--sd-hover);text-decoration:none}
nav a[aria-current]{background:var(--sd-tint);color:var(--sd-link);font-weight:600}
main{grid-area:1/2;min-width:0;padding:24px 32px 32px;background:var(--sd-surface);border:1px solid var(--sd-line);border-radius:8px;overflow-wrap:break-word}
h1{margin:0;font-size:24px;line-height:32px}
main h2{margin:32px 0 8px;font-size:16px;line-height:24px}
p,main ol,main ul{margin:0 0 8px}
main ol,main ul{padding-inline-start:24px}
li+li{margin-top:4px}
nav li+li{margin-top:0}
.lead{margin:8px 0 0;color:var(--sd-secondary)}
b{font-weight:600}
b::before,b::after{content:"\\200a"}
code,kbd{font:13px/20px var(--sd-code);padding:2px 6px;border-radius:4px;background:var(--sd-soft)}
.index{max-width:720px;grid-template-columns:minmax(0,1fr)}
.index main{grid-area:1/1;padding:0;background:none;border:0}
.index nav{grid-area:2/1;align-self:auto}
@media (max-width:768px){
header{height:48px;padding:0 12px}
.frame{grid-template-columns:minmax(0,1fr);gap:12px;padding:12px}
main,.index main{grid-area:1/1}
main{padding:16px}
.index main{padding:12px 4px}
nav,.index nav{grid-area:2/1}
nav a{padding:9px 12px}
}
`;
