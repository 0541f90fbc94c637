import type { Brand } from '@sitedeck/sdk';
import type { Palette } from './tokens';

/** Share of black in what a pointer rests on, and in what is pressed. */
const HOVER = 0.12;
const PRESSED = 0.24;

/** @param color `#rrggbb` */
function darker(color: string, share: number): string {
  const part = (at: number) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * (1 - share));
  return `#${[1, 3, 5].map((at) => part(at).toString(16).padStart(2, '0')).join('')}`;
}

function primary(color: string): Partial<Palette> {
  return {
    mark: color,
    fill: color,
    fillHover: darker(color, HOVER),
    fillActive: darker(color, PRESSED),
    link: color,
  };
}

/** Our palette with a portal's own colours in it. Contrast is then the portal's affair. */
export function branded(palette: Palette, brand: Brand = {}): Palette {
  const { link, background, surface, text, line } = brand;
  return {
    ...palette,
    ...(brand.primary !== undefined && primary(brand.primary)),
    ...(link !== undefined && { link }),
    ...(background !== undefined && { page: background }),
    ...(surface !== undefined && { surface, raised: surface }),
    ...(text !== undefined && { text }),
    ...(line !== undefined && { line }),
  };
}
