export const configureStyle = `
.sh-mask{position:fixed;z-index:1000;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:8px;padding:24px;box-sizing:border-box;overflow:auto;background:var(--sd-page);text-align:center;overflow-wrap:anywhere}
.sh-mask:focus{outline:none!important}
.sh-mask h2{font-size:20px;line-height:28px}
.sh-mask .ant-btn{margin-top:16px}
.sh-mask-icon{font-size:32px;color:var(--sd-mark);margin-bottom:8px}
.sh-configure-app{font-weight:400;font-size:14px;color:var(--sd-secondary);overflow-wrap:anywhere}
.sh-configure-head p{display:flex;justify-content:space-between;align-items:baseline;gap:16px;margin:0 0 8px}
.sh-configure-head-failed .sd-bar-done{background:var(--sd-err-mark)}
.sh-configure-steps{list-style:none;margin:16px 0 0;padding:0}
.sh-configure-steps li{display:flex;gap:12px;padding:8px 12px;border-radius:6px;border:1px solid transparent}
.sh-configure-steps p{margin:0;font-size:12px;line-height:20px;color:var(--sd-secondary);overflow-wrap:anywhere}
.sh-configure-steps div{min-width:0}
.sh-configure-mark{flex:none;display:inline-flex;align-items:center;justify-content:center;width:24px;height:24px;border-radius:50%;background:var(--sd-soft);color:var(--sd-secondary);font-size:12px}
.sh-configure-normal strong{color:var(--sd-secondary)}
.sh-configure-running .sh-configure-mark{background:var(--sd-tint);color:var(--sd-link)}
.sh-configure-success .sh-configure-mark{background:var(--sd-ok-tint);color:var(--sd-ok-text)}
.sh-configure-steps .sh-configure-exception{background:var(--sd-err-tint);border-color:var(--sd-err-edge)}
.sh-configure-exception .sh-configure-mark{background:var(--sd-err-mark);color:#fff}
.sh-configure-steps .sh-configure-exception p{color:var(--sd-err-text)}
.sh-configure-foot{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:8px}
.sh-configure-foot>span{flex:1 1 160px;text-align:start}
`.replaceAll('\n', '');
