import { BREAKPOINT, FONT_TEXT, PALETTES, SIZE, type ThemeMode } from '@sitedeck/ui/tokens';

const colors = (mode: ThemeMode) => {
  const { page, surface, line, text, mark } = PALETTES[mode];
  return `--ff-page:${page};--ff-surface:${surface};--ff-line:${line};--ff-text:${text};--ff-mark:${mark}`;
};

/**
 * What `index.html` shows until the console renders: its frame, in the system's colours. The measures are those
 * of `layout-style`, so that nothing jumps when header and menu appear.
 */
export const firstFrameStyle = `
:root{${colors('light')}}
@media(prefers-color-scheme:dark){:root{${colors('dark')}}}
body{margin:0;background:var(--ff-page)}
.ff::before,.ff::after{content:"";position:fixed;inset:0 0 auto;height:${SIZE.header}px;box-sizing:border-box;background:var(--ff-surface);border-bottom:1px solid var(--ff-line)}
.ff::after{inset:${SIZE.header}px auto 0 0;width:${SIZE.menu}px;height:auto;border:0;border-inline-end:1px solid var(--ff-line)}
.ff-brand{position:fixed;z-index:1;inset:0 auto auto 20px;display:flex;align-items:center;gap:12px;height:${SIZE.header}px;font:600 16px/24px ${FONT_TEXT};color:var(--ff-text)}
.ff-brand svg{fill:var(--ff-mark)}
@media(max-width:${BREAKPOINT.wide - 1}px){.ff::after{width:${SIZE.menuCollapsed}px}}
@media(max-width:${BREAKPOINT.menu - 1}px){.ff::after,.ff-brand span{display:none}.ff-brand{inset-inline-start:56px}}
@media(max-width:${BREAKPOINT.touch - 1}px){.ff::before,.ff-brand{height:${SIZE.headerNarrow}px}}
`.replaceAll('\n', '');

/** The brand is visible first; its drawing is that of `BrandMark`. */
export const firstFrame =
  '<div class="ff" aria-hidden="true"><div class="ff-brand">' +
  '<svg width="22" height="20" viewBox="0 0 26 24"><rect x="1" y="1" width="24" height="10" rx="3"/>' +
  '<rect x="1" y="13" width="24" height="10" rx="3" opacity=".42"/></svg><span>SiteDeck</span></div></div>';
