import { BREAKPOINT, SIZE } from '@sitedeck/ui/tokens';

const header = `
body{margin:0;background:var(--sd-page)}
.sh{min-height:100vh;min-height:100dvh;background:var(--sd-page)}
.sh-skip{position:fixed;z-index:1100;inset:-48px auto auto 16px;padding:8px 16px;background:var(--sd-raised);border-radius:6px}
.sh-skip:focus{top:8px;box-shadow:var(--sd-shadow)}
.sh-header{position:fixed;z-index:100;inset:0 0 auto;display:flex;align-items:center;height:${SIZE.header}px;padding-inline-end:16px;background:var(--sd-surface);border-bottom:1px solid var(--sd-line);box-sizing:border-box}
.sh-brand{display:inline-flex;align-items:center;gap:12px;flex:none;width:${SIZE.brand}px;padding-inline-start:20px;height:100%;box-sizing:border-box;font-size:16px;font-weight:600;color:var(--sd-text)!important}
.sh-brand .brand-mark{width:22px;height:20px}
.sh-brand:hover{text-decoration:none!important}
.sh-header .sh-brand:focus-visible{outline-offset:-4px}
.brand-mark-top{fill:var(--sd-mark)}
.brand-mark-low{fill:var(--sd-mark);opacity:.42}
.sh-host{display:inline-flex;align-items:center;gap:8px;min-width:0;height:32px;color:var(--sd-text)}
.sh-host .anticon{font-size:16px;color:var(--sd-secondary)}
.sh-host-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sh-host-place{position:relative;min-width:0;margin-inline-start:-8px}
.sh-host-button{max-width:100%;padding:0 8px;border:0;border-radius:6px;background:none;font:inherit;cursor:pointer}
.sh-host-button:hover,.sh-host-button[aria-expanded=true]{background:var(--sd-hover)}
.sh-host-button svg{flex:none;color:var(--sd-secondary)}
.sh-host-failed{position:absolute;z-index:110;inset:calc(100% + 12px) auto auto 0;width:280px;padding:12px 16px!important;background:var(--sd-raised);border-radius:8px;box-shadow:var(--sd-shadow)}
.sh-host-code{font-size:12px;color:var(--sd-hint);flex:none}
.sh-header-end{margin-inline-start:auto;display:flex;align-items:center;gap:4px;flex:none;padding-inline-start:16px}
.sh-support{display:inline-flex;gap:24px;margin-inline-end:12px;padding-inline-end:20px;border-inline-end:1px solid var(--sd-line);line-height:16px}
.sh-support:empty{display:none}
.sh-support a{color:var(--sd-secondary)!important;white-space:nowrap;line-height:24px;margin:-4px 0}
.sh-external{margin-inline-start:4px;vertical-align:-1px}
.sh-tool{padding-inline:8px!important;color:var(--sd-secondary)!important}
.sh-task-entry{color:var(--sd-text)!important;gap:8px}
.sh-rule{width:1px;height:16px;margin:0 4px;background:var(--sd-line)}
.sh-badge{display:inline-block;min-width:18px;height:18px;padding:0 5px;border-radius:9px;box-sizing:border-box;background:var(--sd-fill);color:#fff;font-size:12px;line-height:18px;text-align:center}
.sh-unticked{visibility:hidden}
`;

const body = `
.sh-body{display:flex;padding-top:${SIZE.header}px;min-height:100vh;min-height:100dvh;box-sizing:border-box}
.sh-menu{position:sticky;top:${SIZE.header}px;flex:none;display:flex;flex-direction:column;width:${SIZE.menu}px;height:calc(100vh - ${SIZE.header}px);height:calc(100dvh - ${SIZE.header}px);background:var(--sd-surface);border-inline-end:1px solid var(--sd-line);box-sizing:border-box}
.sh-menu-collapsed{width:${SIZE.menuCollapsed}px}
.sh-menu-list{flex:1;overflow:hidden auto;padding-top:8px}
.sh-menu-toggle{display:flex;align-items:center;gap:12px;height:48px;padding:0 20px;border:0;border-top:1px solid var(--sd-line);background:none;color:var(--sd-secondary);font:inherit;cursor:pointer}
.sh-menu-toggle:hover{background:var(--sd-hover)}
.sh-menu-toggle:focus-visible{outline-offset:-2px!important}
.sh-menu-collapsed .sh-menu-toggle{justify-content:center;padding:0}
:is(.sh-menu,.sh-menu-drawer) .ant-menu{border-inline-end:0!important}
:is(.sh-menu:not(.sh-menu-collapsed),.sh-menu-drawer) :is(.ant-menu-item,.ant-menu-submenu-title){height:auto!important;min-height:36px;padding-block:8px;line-height:20px!important;overflow:visible}
:is(.sh-menu:not(.sh-menu-collapsed),.sh-menu-drawer) .ant-menu-title-content{white-space:normal}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-item a{color:inherit!important;text-decoration:none!important}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-item-selected{font-weight:600}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-item-selected::before{content:"";position:absolute;inset:10px auto 10px -8px;width:3px;border-radius:0 2px 2px 0;background:var(--sd-mark)}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-item:has(a:focus-visible){outline:2px solid var(--sd-mark);outline-offset:-2px}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-item a:focus-visible{outline:none}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-sub.ant-menu-inline .ant-menu-item{padding-inline:42px 4px!important}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-sub.ant-menu-inline .ant-menu-item .ant-menu-title-content{margin-inline-start:0}
:is(.sh-menu,.sh-menu-drawer) .ant-menu-sub.ant-menu-inline .ant-menu-item .ant-menu-item-icon{display:none}
.sh-menu-drawer .ant-drawer-body{padding:8px 0}
.sh-menu-coming{position:fixed;z-index:99;inset-inline-start:0;inset-block:${SIZE.header}px 0;width:${SIZE.menuDrawer}px;max-width:100%;padding:16px;box-sizing:border-box;background:var(--sd-surface);border-inline-end:1px solid var(--sd-line)}
.sh-main{flex:1;min-width:0;padding:24px 24px 88px;box-sizing:border-box}
.sh-main:has(.sd-fills){padding-bottom:0!important}
.sh-main:focus,.sh-main:focus-visible{outline:none!important}
.sh-notices{position:sticky;z-index:50;top:${SIZE.header + 8}px}
.sh-notices:has(.sh-bar-offline) .sh-bar-lock{display:none}
.sh-bar{display:flex;align-items:center;gap:12px;min-height:40px;margin-bottom:16px!important;padding:8px 16px!important;box-sizing:border-box;border:1px solid var(--sd-info-edge);border-radius:8px;background:var(--sd-tint);color:var(--sd-text)}
.sh-bar>.anticon{font-size:16px;color:var(--sd-link)}
.sh-bar>span:nth-child(2){flex:1;min-width:0}
.sh-bar-warning{background:var(--sd-warn-tint);border-color:var(--sd-warn-edge)}
.sh-bar-warning>.anticon{color:var(--sd-warn-text)}
.sd-page-skeleton>div{height:16px;margin-bottom:16px;border-radius:4px;background:var(--sd-line)}
.sh-main>.sd-alert{margin-bottom:16px}
.sd-remote-slow{display:flex;flex-wrap:wrap;align-items:center;gap:12px;color:var(--sd-secondary)}
.sh-shortcuts{display:grid;grid-template-columns:repeat(auto-fill,minmax(148px,1fr));gap:8px}
.sh-shortcuts :is(a,button){display:flex;width:100%;height:100%;box-sizing:border-box;align-items:center;gap:8px;min-height:40px;padding:0 12px;border:1px solid var(--sd-line);border-radius:6px;background:var(--sd-surface);color:var(--sd-text);font:inherit;text-align:start;cursor:pointer;overflow-wrap:anywhere}
.sh-shortcuts :is(a,button):hover{background:var(--sd-hover);text-decoration:none}
.sh-shortcuts .anticon{font-size:16px;color:var(--sd-link);flex:none}
.sh-not-found{width:min(720px,100%);margin-top:24px}
.sh-not-found .sh-shortcuts{grid-template-columns:repeat(auto-fit,174px);justify-content:center}
.sh-not-found p{margin-bottom:8px!important;color:var(--sd-secondary)}
`;

const tasks = `
.sh-tasks{position:relative}
.sh-task-panel{position:absolute;z-index:110;inset:calc(100% + 16px) 0 auto auto;width:${SIZE.popover}px;max-width:calc(100vw - 16px);max-height:calc(100vh - 80px);overflow:auto;box-sizing:border-box;background:var(--sd-raised);border-radius:8px;box-shadow:var(--sd-shadow)}
.sh-task-panel-head{display:flex;align-items:center;justify-content:space-between;padding:12px 16px;border-bottom:1px solid var(--sd-line)}
.sh-task-panel-head h2:focus{outline:none}
.sh-task-panel-head .anticon{font-size:12px}
.sh-task-panel-empty{padding:32px 16px!important;text-align:center;color:var(--sd-secondary)}
.sh-task-row{padding:12px 16px}
.sh-task-row+.sh-task-row{border-top:1px solid var(--sd-line)}
.sh-task-row-head{display:flex;align-items:center;gap:8px;margin-bottom:4px}
.sh-task-row-head strong{font-weight:600;flex:none}
.sh-task-row-head>.sd-tag:last-child{margin-inline-start:auto}
.sh-task-subject{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--sd-secondary)}
.sh-task-row-foot{display:flex;align-items:center;justify-content:space-between;gap:8px;min-height:24px;font-size:12px;color:var(--sd-hint)}
.sh-task-row-foot>span:first-child{margin-inline-end:auto}
.sh-task-row-foot .ant-btn-link{padding-inline:4px;margin-inline-end:-4px}
.sh-ring{position:fixed;z-index:90;inset:auto 24px 24px auto;width:56px;height:56px;padding:0;border:0;border-radius:50%;background:var(--sd-raised);box-shadow:var(--sd-shadow);color:var(--sd-text);font:600 12px/20px var(--sd-font);cursor:pointer}
.sh:has(.sh-main .sd-progress) .sh-ring{display:none}
.sh:has(.sh-ring):not(:has(.sh-main .sd-progress)){--sd-below:88px}
.sh-ring svg{display:block;transform:rotate(-90deg)}
.sh-ring circle{fill:none;stroke-width:4}
.sh-ring-track{stroke:var(--sd-line)}
.sh-ring-done{stroke:var(--sd-mark);stroke-linecap:round;transition:stroke-dashoffset .2s ease-out}
.sh-ring-moving{transform-origin:center;animation:sh-turn 1.6s linear infinite}
@keyframes sh-turn{to{transform:rotate(1turn)}}
.sh-ring-text{position:absolute;inset:18px 0 auto;text-align:center}
.sh-ring .sh-badge{position:absolute;inset:-4px -4px auto auto}
`;

/** Facts with a dot before each. The first dot of every line is in the margin, where it is cut off. */
const dotted = `
.sh-dotted{display:flex;flex-wrap:wrap;margin-inline-start:-24px!important;clip-path:inset(-4px -4px -4px 20px)}
.sh-dotted>*{position:relative;min-width:0;padding-inline-start:24px}
.sh-dotted>*::before{content:"•" / "";position:absolute;inset-inline-start:0;width:24px;text-align:center;color:var(--sd-hint)}
`;

const narrow = `
@media (max-width:${BREAKPOINT.wide - 1}px){
.sh-main{padding:24px 16px 88px}
.sh-brand{width:auto;padding-inline-end:24px}
.sh-support{gap:16px}
}
@media (max-width:${BREAKPOINT.menu - 1}px){
.sh-header{padding:0 8px}
.sh-brand{padding:0 12px 0 8px}
.sh-brand-name{display:none}
.sh-header-end{padding-inline-start:8px}
}
@media (max-width:${BREAKPOINT.touch - 1}px){
.sh-menu-coming{inset-block-start:${SIZE.headerNarrow}px}
.sh-header{height:${SIZE.headerNarrow}px}
.sh-body{padding-top:${SIZE.headerNarrow}px}
.sh-main{padding:24px 12px 88px}
.sh-notices{top:${SIZE.headerNarrow + 8}px}
.sh-host>.anticon{display:none}
.sh-host-button{height:40px}
.sh-tool{height:40px;min-width:40px}
.sh-not-found .sh-shortcuts{grid-template-columns:repeat(auto-fit,minmax(120px,1fr))}
.sh-not-found .sh-shortcuts :is(a,button){padding:0 8px}
.sh-bar{padding:8px 12px!important;gap:8px;margin-bottom:12px!important}
.sh-task-panel{position:fixed;inset:56px 8px auto;width:auto}
.sh-ring{inset:auto 16px 16px auto}
}
`;

/** Style of the shell's frame. */
export const layoutStyle = (header + body + dotted + tasks + narrow).replaceAll('\n', '');
