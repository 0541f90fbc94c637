import { BREAKPOINT, SIZE } from '@sitedeck/ui/tokens';

const page = `
.sh-home{display:grid;gap:16px;max-width:${SIZE.formPage}px}
.sh-home-row{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}
.sh-home-card{padding:16px}
.sh-home-card h2{margin-bottom:12px!important}
.sh-home-head{display:flex;justify-content:space-between;gap:16px}
.sh-site{display:flex;flex-wrap:wrap;align-items:center;gap:16px;padding:20px 16px}
.sh-site-icon{display:flex;align-items:center;justify-content:center;flex:none;width:48px;height:48px;border-radius:8px;background:var(--sd-tint);color:var(--sd-link);font-size:26px}
.sh-site-name{flex:1;min-width:min(200px,100%)}
.sh-site-line{display:flex;flex-wrap:wrap;color:var(--sd-secondary);overflow-wrap:anywhere}
.sh-site-line>*{min-width:0}
.sh-site-line{column-gap:8px}
.sh-site-line>span::before{content:"•" / "";margin-inline-end:8px;color:var(--sd-hint)}
.sh-site-facts{display:flex;flex-wrap:wrap;gap:8px 32px}
.sh-site-facts dt{font-size:12px;line-height:20px;color:var(--sd-hint)}
.sh-running-task{padding:8px 0}
.sh-running-task+.sh-running-task{border-top:1px solid var(--sd-line)}
.sh-running-task strong{font-weight:600}
`;

const narrow = `
@media (max-width:${BREAKPOINT.menu - 1}px){.sh-home-row{grid-template-columns:minmax(0,1fr)}}
@media (max-width:${BREAKPOINT.touch - 1}px){.sh-site-line{column-gap:16px}.sh-site-line>span::before{content:none}.sh-home{gap:12px}.sh-home-row{gap:12px}.sh-site{padding:12px;gap:12px}.sh-site-icon{width:40px;height:40px}.sh-home-card{padding:12px}}
`;

export const homeStyle = (page + narrow).replaceAll('\n', '');
