import type { Brand } from '@sitedeck/sdk';
import type { Palette } from './tokens';

/** Share of black in what a pointer rests on, and in what is pressed. */
const HOVER = 0.12;
const PRESSED = 0.24;

/** Of the primary colour in the tint behind what is chosen. */
const TINT = 0.1;

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Colours as `#rrggbb`; `share` of the first one, the rest of the second. */
function mixed(color: string, other: string, share: number): string {
  const rest = partsOf(other);
  const parts = partsOf(color).map((part, at) => Math.round(part * share + (rest[at] ?? 0) * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function primary(color: string, surface: string): Partial<Palette> {
  return {
    mark: color,
    fill: color,
    fillHover: mixed('#000000', color, HOVER),
    fillActive: mixed('#000000', color, PRESSED),
    link: color,
    tint: mixed(color, surface, TINT),
  };
}

/** Our palette with a portal's own colours in it. Contrast is then the portal's affair. */
export function branded(palette: Palette, brand: Brand = {}): Palette {
  const { link, background, surface, text, line } = brand;
  return {
    ...palette,
    ...(brand.primary !== undefined && primary(brand.primary, surface ?? palette.surface)),
    ...(link !== undefined && { link }),
    ...(background !== undefined && { page: background }),
    ...(surface !== undefined && { surface, raised: surface }),
    ...(text !== undefined && { text }),
    ...(line !== undefined && { line }),
  };
}
