/** The one table of colours and sizes. Plain data, so that the sign-in page can use it without antd. */

export type ThemeMode = 'light' | 'dark';

const light = {
  page: '#F5F7FA',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  line: '#E4E7EC',
  edge: '#7F8794',
  btnEdge: '#C4CAD4',
  text: '#1F2329',
  secondary: '#4E5969',
  hint: '#606B7A',
  off: '#9AA2AE',
  hover: '#F2F4F7',
  head: '#F8F9FB',
  soft: '#EDF0F4',
  mark: '#1677FF',
  fill: '#0B63E5',
  fillHover: '#0958D9',
  fillActive: '#084BB8',
  link: '#0958D9',
  tint: '#E6F4FF',
  infoEdge: '#B9DCFF',
  okMark: '#30A46C',
  okText: '#18794E',
  okTint: '#EAF7F0',
  okEdge: '#BCE3CE',
  warnMark: '#FB9A0E',
  warnText: '#8F5400',
  warnTint: '#FFF7E6',
  warnEdge: '#F7DDB0',
  errMark: '#E5484D',
  errText: '#C62A2F',
  errTint: '#FFF1F0',
  errEdge: '#F7CBCB',
  danger: '#CD2B31',
  dangerHover: '#B4242A',
  mask: 'rgba(15,18,22,.45)',
  folder: '#F2B94B',
  shadow: '0 8px 24px rgba(31,35,41,.12),0 1px 3px rgba(31,35,41,.08)',
} as const;

export type ColorRole = keyof typeof light;
export type Palette = Readonly<Record<ColorRole, string>>;

const dark: Palette = {
  page: '#0F1216',
  surface: '#171A1F',
  raised: '#1F242B',
  line: '#2A3038',
  edge: '#6E7684',
  btnEdge: '#434B57',
  text: '#E6E8EB',
  secondary: '#A9B0BA',
  hint: '#8B93A0',
  off: '#5D6571',
  hover: '#20252C',
  head: '#1B1F25',
  soft: '#252B33',
  mark: '#3D8BFF',
  fill: '#0B63E5',
  fillHover: '#0958D9',
  fillActive: '#084BB8',
  link: '#6CB0FF',
  tint: '#10233F',
  infoEdge: '#1C3F70',
  okMark: '#30A46C',
  okText: '#4CC38A',
  okTint: '#11291F',
  okEdge: '#1D4A35',
  warnMark: '#FB9A0E',
  warnText: '#FFB454',
  warnTint: '#2E2109',
  warnEdge: '#55400F',
  errMark: '#E5484D',
  errText: '#FF8B8F',
  errTint: '#331719',
  errEdge: '#5E2629',
  danger: '#CD2B31',
  dangerHover: '#B4242A',
  mask: 'rgba(0,0,0,.6)',
  folder: '#F2B94B',
  shadow: '0 8px 24px rgba(0,0,0,.5),0 0 0 1px #2A3038',
};

export const PALETTES: Readonly<Record<ThemeMode, Palette>> = { light, dark };

export const FONT_TEXT =
  '-apple-system,"Segoe UI","PingFang SC","HarmonyOS Sans SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';
export const FONT_CODE =
  'ui-monospace,"SF Mono",Consolas,"Liberation Mono","Noto Sans Mono CJK SC",monospace';

/** Pixels. */
export const SIZE = {
  header: 56,
  headerNarrow: 48,
  menu: 208,
  menuCollapsed: 56,
  menuDrawer: 280,
  brand: 232,
  formPage: 1440,
  singleControl: 560,
  drawer: 560,
  popover: 400,
} as const;

/** Window widths at which the layout changes, px: content padding and menu (1200), menu drawer (992), touch (768). */
export const BREAKPOINT = { wide: 1200, menu: 992, touch: 768 } as const;

const kebab = (role: string) => role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

interface ThemeParts {
  readonly palette: Palette;
  readonly font?: string | undefined;
}

/** Declarations `--sd-<role>: <colour>` of one mode, without a selector. */
export function cssVariables(
  mode: ThemeMode,
  { palette, font = FONT_TEXT }: ThemeParts = { palette: PALETTES[mode] },
): string {
  const colors = Object.entries(palette).map(([role, value]) => `--sd-${kebab(role)}:${value}`);
  return [...colors, `--sd-font:${font}`, `--sd-code:${FONT_CODE}`, `color-scheme:${mode}`].join(';');
}
