import { BREAKPOINT } from '@sitedeck/ui/tokens';

/** Above the floating indicator and what is at the foot of a page, in the space that the content keeps free. */
export const chatStyle = `
.sh-chat-entry{position:fixed!important;z-index:90;inset:auto 24px 24px auto;height:40px!important;border-radius:20px!important;box-shadow:var(--sd-shadow)!important}
.sh:has(.sh-ring,.sd-foot) .sh-chat-entry{inset-block-end:92px}
.sh:has(.sh-chat-entry):not(:has(.sh-ring,.sd-foot)){--sd-below:88px}
.sh:has(.sh-chat-entry):has(.sh-ring):not(:has(.sd-foot)){--sd-below:148px}
.sh:has(.sh-ring):has(.sh-chat-entry) .sh-main{padding-bottom:148px}
.sh-chat{position:fixed;z-index:105;inset:auto 24px 24px auto;display:flex;flex-direction:column;width:360px;height:min(560px,calc(100vh - 96px));overflow:hidden;background:var(--sd-raised);border-radius:8px;box-shadow:var(--sd-shadow)}
.sh-chat[hidden]{display:none}
.sh-chat-head{display:flex;align-items:center;justify-content:space-between;padding:8px 8px 8px 16px;border-bottom:1px solid var(--sd-line)}
.sh-chat-head h2:focus{outline:none}
.sh-chat iframe{flex:1;width:100%;border:0;background:#fff;color-scheme:light}
@media (max-width:${BREAKPOINT.touch - 1}px){
.sh-chat-entry{inset-inline-end:16px}
.sh:has(.sd-foot) .sh-chat-entry{inset-block-end:144px}
.sh-chat{inset:56px 8px 8px;width:auto;height:auto}
}
`.replaceAll('\n', '');
