import darkAlgorithm from 'antd/es/theme/themes/dark';
import defaultAlgorithm from 'antd/es/theme/themes/default';
import type { ThemeConfig } from 'antd/es/config-provider';
import type { Brand } from '@sitedeck/sdk';
import { FONT_CODE, FONT_TEXT, PALETTES, type Palette, type ThemeMode } from './tokens';

interface ThemeOptions {
  readonly mode: ThemeMode;
  /** False if the user asks for reduced motion. */
  readonly motion: boolean;
  /** Key of the CSS variables of this mount; two mounts on one page must differ. */
  readonly key: string;
  /** On a narrow screen, where controls are touched. */
  readonly touch?: boolean;
  /** Ours by default. */
  readonly palette?: Palette;
  /** Radius and font of a portal; its colours are in the palette. */
  readonly brand?: Pick<Brand, 'radius' | 'font'> | undefined;
}

/** antd darkens the given colours for dark pages; ours are chosen for them, and their contrast is tested. */
const exactDark: typeof darkAlgorithm = (seed, map) => {
  const { colorPrimary, colorInfo, colorLink, colorSuccess, colorWarning, colorError } = seed;
  return {
    ...darkAlgorithm(seed, map),
    colorPrimary,
    colorInfo,
    colorLink,
    colorSuccess,
    colorWarning,
    colorError,
  };
};

/** The tokens as antd names them. Marks carry no text: buttons, links and tags use the variants that pass AA. */
export function makeTheme({ mode, motion, key, palette, touch, brand = {} }: ThemeOptions): ThemeConfig {
  const color = palette ?? PALETTES[mode];
  return {
    algorithm: mode === 'dark' ? exactDark : defaultAlgorithm,
    cssVar: { key },
    token: { ...colorTokens(color), ...shapeTokens(brand), motion, controlHeight: touch ? 40 : 32 },
    components: { ...controls(color), ...pageParts(color), ...layers(color) },
  };
}

const colorTokens = (color: Palette): ThemeConfig['token'] =>
  ({
    colorPrimary: color.fill,
    colorPrimaryHover: color.fillHover,
    colorPrimaryActive: color.fillActive,
    colorPrimaryBg: color.tint,
    colorPrimaryBgHover: color.tint,
    // antd draws focus outlines with this token.
    colorPrimaryBorder: color.mark,
    colorPrimaryText: color.link,
    colorPrimaryTextHover: color.link,
    colorPrimaryTextActive: color.link,
    colorInfo: color.mark,
    colorInfoBg: color.tint,
    colorInfoBorder: color.infoEdge,
    colorInfoText: color.link,
    colorLink: color.link,
    colorLinkHover: color.link,
    colorLinkActive: color.link,
    colorSuccess: color.okMark,
    colorSuccessText: color.okText,
    colorSuccessBg: color.okTint,
    colorSuccessBorder: color.okEdge,
    colorWarning: color.warnMark,
    colorWarningText: color.warnText,
    colorWarningBg: color.warnTint,
    colorWarningBorder: color.warnEdge,
    colorError: color.errMark,
    colorErrorText: color.errText,
    colorErrorTextHover: color.errText,
    colorErrorTextActive: color.errText,
    colorErrorBg: color.errTint,
    colorErrorBgHover: color.errTint,
    colorErrorBorder: color.errEdge,
    colorText: color.text,
    colorTextHeading: color.text,
    colorTextSecondary: color.secondary,
    colorTextTertiary: color.hint,
    colorTextDescription: color.hint,
    colorTextPlaceholder: color.hint,
    colorTextDisabled: color.off,
    colorIcon: color.secondary,
    colorIconHover: color.text,
    colorBorder: color.edge,
    colorBorderSecondary: color.line,
    colorBorderDisabled: color.line,
    colorSplit: color.line,
    colorBgLayout: color.page,
    colorBgContainer: color.surface,
    colorBgElevated: color.raised,
    colorBgContainerDisabled: color.soft,
    colorBgMask: color.mask,
    colorFillAlter: color.head,
    colorFillSecondary: color.soft,
    colorFillTertiary: color.soft,
    colorFillQuaternary: color.hover,
    controlItemBgHover: color.hover,
    controlItemBgActive: color.tint,
    controlItemBgActiveHover: color.tint,
    controlOutline: 'transparent',
    controlOutlineWidth: 0,
    errorActiveShadow: 'none',
    boxShadow: color.shadow,
    boxShadowSecondary: color.shadow,
    boxShadowTertiary: 'none',
  }) as ThemeConfig['token'];

const shapeTokens = ({
  radius = 6,
  font = FONT_TEXT,
}: Pick<Brand, 'radius' | 'font'>): ThemeConfig['token'] => ({
  fontFamily: font,
  fontFamilyCode: FONT_CODE,
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 16,
  fontWeightStrong: 600,
  borderRadius: radius,
  borderRadiusLG: Math.round((radius * 4) / 3),
  borderRadiusSM: Math.round((radius * 2) / 3),
  borderRadiusXS: Math.round((radius * 2) / 3),
  controlHeightSM: 24,
  controlHeightLG: 40,
  lineWidthFocus: 2,
  motionDurationFast: '0.12s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.2s',
});

const controls = (color: Palette): ThemeConfig['components'] => ({
  Button: {
    defaultBorderColor: color.btnEdge,
    defaultHoverBg: color.hover,
    defaultHoverColor: color.text,
    defaultHoverBorderColor: color.btnEdge,
    defaultActiveBg: color.soft,
    defaultActiveColor: color.text,
    defaultActiveBorderColor: color.edge,
    defaultShadow: 'none',
    primaryShadow: 'none',
    dangerShadow: 'none',
    colorError: color.danger,
    colorErrorHover: color.dangerHover,
    colorErrorActive: color.dangerHover,
    paddingInline: 12,
    paddingInlineLG: 16,
  },
  Input: { activeBorderColor: color.mark, hoverBorderColor: color.secondary, activeShadow: 'none' },
  InputNumber: { activeBorderColor: color.mark, hoverBorderColor: color.secondary, activeShadow: 'none' },
  Select: {
    activeBorderColor: color.mark,
    hoverBorderColor: color.secondary,
    optionSelectedBg: color.tint,
    optionSelectedColor: color.link,
  },
  Checkbox: { colorBorder: color.edge },
  Segmented: { trackBg: color.soft, itemSelectedBg: color.surface, itemColor: color.secondary },
  Switch: { colorTextQuaternary: color.edge, colorTextTertiary: color.secondary },
});

const pageParts = (color: Palette): ThemeConfig['components'] => ({
  Table: {
    headerBg: color.head,
    headerColor: color.secondary,
    headerSplitColor: 'transparent',
    headerSortActiveBg: color.head,
    headerSortHoverBg: color.hover,
    bodySortBg: 'transparent',
    borderColor: color.line,
    rowHoverBg: color.hover,
    rowSelectedBg: color.tint,
    rowSelectedHoverBg: color.tint,
    cellPaddingBlock: 9,
    cellPaddingInline: 12,
    cellPaddingBlockMD: 9,
    cellPaddingInlineMD: 12,
    cellPaddingBlockSM: 5,
    cellPaddingInlineSM: 12,
  },
  Tabs: { inkBarColor: color.mark, itemSelectedColor: color.link, itemHoverColor: color.link },
  Progress: { defaultColor: color.mark, remainingColor: color.line, lineBorderRadius: 4 },
  Pagination: { itemActiveBg: color.tint, itemActiveColor: color.link, itemActiveColorHover: color.link },
  Breadcrumb: { fontSize: 12 },
  Card: { headerHeight: 48, headerFontSize: 16, bodyPadding: 16, headerPadding: 16 },
  Tag: { defaultBg: color.soft, defaultColor: color.secondary },
});

const layers = (color: Palette): ThemeConfig['components'] => ({
  Menu: {
    itemHeight: 36,
    itemMarginBlock: 2,
    itemMarginInline: 8,
    itemColor: color.secondary,
    itemHoverColor: color.text,
    itemHoverBg: color.hover,
    itemSelectedColor: color.link,
    itemSelectedBg: color.tint,
    subMenuItemSelectedColor: color.link,
    subMenuItemBg: 'transparent',
    itemBg: 'transparent',
    activeBarBorderWidth: 0,
    iconSize: 16,
    collapsedIconSize: 20,
    collapsedWidth: 56,
  },
  // A menu entry that deletes: its text, and its background under the pointer.
  Dropdown: { paddingBlock: 5, colorError: color.errText, colorTextLightSolid: color.surface },
  Modal: { titleFontSize: 16, titleLineHeight: 1.5 },
  Tooltip: { colorBgSpotlight: '#1F2329' },
  Message: { contentBg: color.raised },
});
