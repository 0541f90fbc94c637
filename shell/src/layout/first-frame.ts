import { BREAKPOINT, PALETTES, SIZE, type ThemeMode } from '@sitedeck/ui/tokens';

const colors = (mode: ThemeMode) => {
  const { page, surface, line } = PALETTES[mode];
  return `--ff-page:${page};--ff-surface:${surface};--ff-line:${line}`;
};

/**
 * What `index.html` shows until the console draws itself: the frame that will be there, in the system's colours. Its
 * measures are those of `layout-style`, so that nothing jumps when header and menu take their places.
 */
export const firstFrameStyle = `
:root{${colors('light')}}
@media(prefers-color-scheme:dark){:root{${colors('dark')}}}
body{margin:0;background:var(--ff-page)}
.ff::before,.ff::after{content:"";position:fixed;inset:0 0 auto;height:${SIZE.header}px;box-sizing:border-box;background:var(--ff-surface);border-bottom:1px solid var(--ff-line)}
.ff::after{inset:${SIZE.header}px auto 0 0;width:${SIZE.menu}px;height:auto;border:0;border-inline-end:1px solid var(--ff-line)}
@media(max-width:${BREAKPOINT.wide - 1}px){.ff::after{width:${SIZE.menuCollapsed}px}}
@media(max-width:${BREAKPOINT.menu - 1}px){.ff::after{display:none}}
@media(max-width:${BREAKPOINT.touch - 1}px){.ff::before{height:${SIZE.headerNarrow}px}}
`.replaceAll('\n', '');

export const firstFrame = '<div class="ff" aria-hidden="true"></div>';
