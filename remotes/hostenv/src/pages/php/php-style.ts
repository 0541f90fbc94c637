export const phpStyle = `
.he-php-versions{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:12px}
.he-php-version{display:flex;align-items:flex-start;gap:12px;padding:8px 12px;text-align:start;font:inherit;color:var(--sd-text);background:var(--sd-surface);border:1px solid var(--sd-btn-edge);border-radius:6px;cursor:pointer;min-height:60px}
.he-php-version strong{font-weight:600}
.he-php-chosen{border-color:var(--sd-mark);background:var(--sd-tint);box-shadow:inset 0 0 0 1px var(--sd-mark)}
.he-php-radio{flex:none;width:16px;height:16px;margin-top:3px;border:1px solid var(--sd-edge);border-radius:50%;box-sizing:border-box;background:var(--sd-surface)}
.he-php-chosen .he-php-radio{border:5px solid var(--sd-mark)}
.he-php-until{display:block;color:var(--sd-secondary)}
.he-php-groups{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:16px;align-items:start}
.he-php-rows{margin-top:12px!important}
.he-php-rows>li{display:flex;align-items:center;justify-content:space-between;gap:8px 16px;min-height:50px;padding:4px 0;box-sizing:border-box;border-top:1px solid var(--sd-line)}
.he-php-name{min-width:0;overflow-wrap:anywhere}
.he-php-wrong{color:var(--sd-err-text)}
.he-php-number{flex:none;width:160px}
.he-php-choice{flex:none;width:280px;max-width:60%}
.he-php-functions,.he-php-settings{list-style:none;margin:0;padding:0}
.he-php-report :is(h3,p){margin:0}
.he-php-functions{display:flex;flex-wrap:wrap;align-items:center;gap:8px}
.he-php-function{display:inline-flex;align-items:center;gap:4px;padding:0 8px;min-height:24px;border-radius:4px;background:var(--sd-soft);overflow-wrap:anywhere}
.he-php-function button{width:24px;height:24px;margin-inline-end:-8px;padding:0;border:0;border-radius:4px;background:none;color:var(--sd-secondary);font-size:12px;cursor:pointer}
.he-php-settings>li{display:flex;flex-wrap:wrap;align-items:center;gap:0 12px;padding:6px 0;border-top:1px solid var(--sd-line);overflow-wrap:anywhere}
.he-php-settings>li>:nth-child(2){flex:1;min-width:120px}
@media (max-width:767px){.he-php-number{width:120px}.he-php-choice{width:180px}}
`;
