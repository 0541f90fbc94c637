import type { Brand } from '@sitedeck/sdk';
import type { Palette } from './tokens';

/** Share of black under the pointer, and while pressed. */
const HOVER = 0.12;
const PRESSED = 0.24;

/** Share of the primary colour in the background of a selected entry, and in the border of a note. */
const TINT = 0.1;
const NOTE_LINE = 0.3;

/** Contrast that words and marks need against their background (WCAG AA). */
const WORDS = 4.5;
const MARKS = 3;
const STEP = 0.05;

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Mixes colours written as `#rrggbb`: `share` of the first one, the rest of the second. */
function mixed(color: string, other: string, share: number): string {
  const rest = partsOf(other);
  const parts = partsOf(color).map((part, at) => Math.round(part * share + (rest[at] ?? 0) * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself if its contrast suffices, else the first mix with the text colour whose contrast does. */
function withContrast(
  color: string,
  { on, text, enough }: { on: string; text: string; enough: number },
): string {
  for (let share = 1; share > 0; share -= STEP) {
    const tried = mixed(color, text, share);
    if (contrast(tried, on) >= enough) return tried;
  }
  return text;
}

function primary(color: string, surface: string, text: string): Partial<Palette> {
  const tint = mixed(color, surface, TINT);
  return {
    // A brand's one colour is chosen for light pages: on dark ones its words and marks would vanish.
    mark: withContrast(color, { on: surface, text, enough: MARKS }),
    fill: color,
    fillHover: mixed('#000000', color, HOVER),
    fillActive: mixed('#000000', color, PRESSED),
    link: withContrast(color, { on: tint, text, enough: WORDS }),
    tint,
    infoEdge: mixed(color, surface, NOTE_LINE),
  };
}

/** Our palette with a portal's own colours in it. The portal answers for the contrast of the colours it sets. */
export function withBrandColours(palette: Palette, brand: Brand = {}): Palette {
  const { link, background, surface, text, line } = brand;
  return {
    ...palette,
    ...(brand.primary !== undefined &&
      primary(brand.primary, surface ?? palette.surface, text ?? palette.text)),
    ...(link !== undefined && { link }),
    ...(background !== undefined && { page: background }),
    ...(surface !== undefined && { surface, raised: surface }),
    ...(text !== undefined && { text }),
    ...(line !== undefined && { line }),
  };
}
