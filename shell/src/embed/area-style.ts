/**
 * `all: initial` blocks inherited styles of the page: font, colour, letter spacing, even `visibility`. Layers
 * are siblings of the frame, so that it does not clip them; toasts stick to the window's edge within the
 * element. A remote may fill the window: tasks below it stay in view.
 */
export const areaStyle = `
:host{display:block;position:relative}
:host([hidden]){display:none}
.se-frame,.se-layers,.se-toasts{all:initial;color-scheme:inherit;direction:ltr}
.se-frame{display:block}
.se-layers{display:contents}
.se-toasts{position:absolute;inset:0;display:flex;flex-direction:column;pointer-events:none}
.se-toasts>*{position:sticky!important;left:auto!important;right:auto!important;flex:none;align-self:flex-end;height:auto!important;max-width:100%!important;max-height:100%!important;box-sizing:border-box;transform:none!important}
.se-toasts>[class*="-message"]{align-self:stretch}
.se-toasts>[class*="-bottom"]{margin-top:auto}
.se-area{display:flex;flex-direction:column;gap:12px}
.se-area-painted{padding:16px;border-radius:8px;background:var(--sd-page)}
.se-bar{display:flex;align-items:center;gap:12px;min-height:40px;padding:8px 16px!important;box-sizing:border-box;border:1px solid var(--sd-info-edge);border-radius:8px;background:var(--sd-tint);color:var(--sd-text)}
.se-bar>span:nth-child(2){flex:1;min-width:0}
.se-bar>.anticon{font-size:16px;color:var(--sd-link)}
.se-bar-warning{background:var(--sd-warn-tint);border-color:var(--sd-warn-edge)}
.se-bar-warning>.anticon{color:var(--sd-warn-text)}
.se-hidden{display:none}
.sd-page-skeleton>div{height:16px;margin-bottom:16px;border-radius:4px;background:var(--sd-line)}
.sd-remote-slow{display:flex;flex-wrap:wrap;align-items:center;gap:12px;color:var(--sd-secondary)}
.se-tray{position:sticky;bottom:8px;z-index:1;padding:8px 16px;background:var(--sd-surface);border:1px solid var(--sd-line);border-radius:8px}
.se-tray li{padding:8px 0}
.se-tray li+li{border-top:1px solid var(--sd-line)}
.se-tray strong{font-weight:600}
.sh-task-row-foot{display:flex;align-items:center;justify-content:space-between;gap:8px;min-height:24px;font-size:12px;color:var(--sd-hint)}
`.replaceAll('\n', '');
