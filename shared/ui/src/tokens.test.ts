import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLORS } from '@sitedeck/contract';
import { cssVariables, PALETTES, type ColorRole, type ThemeMode } from './tokens';

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const MODES: readonly ThemeMode[] = ['light', 'dark'];
const AA_TEXT = 4.5;
const AA_CONTROL = 3;

/** Text colours and their backgrounds. */
const TEXTS: readonly (readonly [ColorRole, ColorRole])[] = [
  ...(['page', 'surface', 'raised', 'head', 'hover'] as const).flatMap((ground) =>
    (['text', 'secondary', 'hint', 'link'] as const).map((role) => [role, ground] as const),
  ),
  ['text', 'tint'],
  ['link', 'tint'],
  ['secondary', 'soft'],
  ['okText', 'okTint'],
  ['okText', 'surface'],
  ['warnText', 'warnTint'],
  ['warnText', 'surface'],
  ['errText', 'errTint'],
  ['errText', 'surface'],
  ['errText', 'raised'],
  ['surface', 'errText'],
];

/** Edges and marks that must be visible to use the page. */
const CONTROLS: readonly (readonly [ColorRole, ColorRole])[] = [
  ['edge', 'surface'],
  ['mark', 'surface'],
  ['mark', 'page'],
  ['errMark', 'surface'],
];

describe.each(MODES)('the %s palette', (mode) => {
  const color = PALETTES[mode];

  it.each(TEXTS)('makes %s readable on %s (AA)', (role, ground) => {
    expect(contrast(color[role], color[ground])).toBeGreaterThanOrEqual(AA_TEXT);
  });

  it.each(['fill', 'fillHover', 'fillActive', 'danger', 'dangerHover'] as const)(
    'makes white readable on %s (AA)',
    (role) => {
      expect(contrast('#FFFFFF', color[role])).toBeGreaterThanOrEqual(AA_TEXT);
    },
  );

  it.each(CONTROLS)('makes %s visible on %s', (role, ground) => {
    expect(contrast(color[role], color[ground])).toBeGreaterThanOrEqual(AA_CONTROL);
  });
});

it('uses the four colours of the specification as marks', () => {
  const specified = { primary: '#1677FF', success: '#30A46C', warning: '#FB9A0E', error: '#E5484D' };
  const { mark, okMark, warnMark, errMark } = PALETTES.light;
  expect({ primary: mark, success: okMark, warning: warnMark, error: errMark }).toEqual(specified);
  expect(COLORS).toEqual(specified);
});

/** A style sheet of the admin tool, which is no part of the page. */
const toolStyle = (name: string): string =>
  readFileSync(join(__dirname, `../../../server/admin-tool/style/${name}.css`), 'utf8');

/** Colours by their variables, spelled in one way. */
const variables = (css: string) =>
  new Map(
    [...css.matchAll(/(--sd-[\w-]+):([^;]+)/g)].map(([, name = '', value = '']) => [
      name,
      value.toLowerCase().replaceAll(' ', '').replaceAll('0.', '.'),
    ]),
  );

it.each(MODES)('gives the admin tool the colours of the %s console', (mode) => {
  const given = variables(toolStyle(mode));
  const ours = variables(cssVariables(mode));
  expect([...given]).toEqual([...given.keys()].map((name) => [name, ours.get(name)]));
  const used = [...toolStyle('console').matchAll(/var\((--sd-[\w-]+)\)/g)].map(([, name]) => name);
  expect([...given.keys()].sort()).toEqual([...new Set(used)].sort());
});
