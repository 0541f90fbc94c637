import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { TOAST, type Locale } from '@sitedeck/contract';
import ConfigProvider from 'antd/es/config-provider';
import english from 'antd/es/locale/en_US';
import chinese from 'antd/es/locale/zh_CN';
import type { RemoteSurface } from '@sitedeck/sdk';
import { useMemo, type ReactNode } from 'react';
import { ConfirmProvider } from '../confirm/ConfirmProvider';
import { DialogHost } from '../dialog/DialogHost';
import { FeedbackProvider } from '../feedback/FeedbackProvider';
import type { ToastOptions } from '../feedback/use-feedback';
import { sharedTexts } from '../i18n/shared-texts';
import { createTranslator } from '../i18n/translator';
import { TranslatorContext } from '../i18n/use-text';
import { kitStyle } from '../style/kit-style';
import { makeTheme } from '../theme';
import { BREAKPOINT, cssVariables, PALETTES, type ThemeMode } from '../tokens';
import { withBrandColours } from '../brand';
import { useMedia, useReducedMotion } from './use-media';

const LOCALES = { 'zh-CN': chinese, 'en-US': english };
/** A notice with a button must stay long enough to reach it, s. */
const NOTICE_SECONDS = 6;
/** Distance of notices from the header above and from the window's bottom edge, px. */
const NOTICE_GAP = { top: 64, bottom: 24 };
/** The same for a remote in a portal's page, which has no header, px. */
const INSIDE_GAP = { top: 8, bottom: 8 };

export interface UiProviderProps {
  readonly locale: Locale;
  readonly theme: ThemeMode;
  readonly nonce?: string | undefined;
  /** For a mount in a portal's page: layers, toasts and styles stay inside. */
  readonly inside?: RemoteSurface | undefined;
  readonly children: ReactNode;
}

/** Theme, texts, layers and feedback for one mount. Exactly one wraps everything that uses the kit. */
export function UiProvider({ locale, theme, nonce: given, inside, children }: UiProviderProps) {
  const motion = !useReducedMotion();
  const key = inside?.key ?? 'sd';
  const nonce = given ?? inside?.nonce;
  const brand = inside?.brand;
  const palette = useMemo(() => withBrandColours(PALETTES[theme], brand), [theme, brand]);
  const narrow = useMedia(`(max-width: ${BREAKPOINT.touch - 1}px)`);
  const config = useMemo(
    () => makeTheme({ mode: theme, palette, motion, key, brand, touch: narrow }),
    [theme, palette, motion, key, brand, narrow],
  );
  const translator = useMemo(() => createTranslator(locale), [locale]);
  const text = useMemo(() => translator.text(sharedTexts), [translator]);
  const toasts = inside?.toasts ?? inside?.layers;
  const options = useMemo(() => toastOptions(toasts, narrow), [toasts, narrow]);

  return (
    <Styled inside={inside}>
      <ConfigProvider
        locale={LOCALES[locale]}
        theme={config}
        {...(nonce && { csp: { nonce } })}
        {...(inside && { prefixCls: inside.key, getPopupContainer: () => inside.layers })}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
        modal={{ mask: { blur: false, closable: false } }}
        form={{
          colon: false,
          requiredMark: (label, { required }) => (required ? label : optional(label, text)),
        }}
      >
        <style
          nonce={nonce}
          suppressHydrationWarning
        >{`${inside ? ':host' : ':root'}{${cssVariables(theme, { palette, font: brand?.font })}}${kitStyle}`}</style>
        <div className="sd-root">
          <FeedbackProvider options={options}>
            <TranslatorContext value={translator}>
              <ConfirmProvider>
                <DialogHost>{children}</DialogHost>
              </ConfirmProvider>
            </TranslatorContext>
          </FeedbackProvider>
        </div>
      </ConfigProvider>
    </Styled>
  );
}

/** antd creates its containers again when one of these objects changes. */
function toastOptions(toasts: HTMLElement | undefined, narrow: boolean): ToastOptions {
  const place = toasts && { getContainer: () => toasts };
  // Notices must not cover a page's main buttons: top on a wide window, bottom on a narrow one.
  const placement = narrow ? ('topRight' as const) : ('bottomRight' as const);
  return {
    message: { top: TOAST.top, duration: TOAST.ms / 1000, maxCount: TOAST.max, ...place },
    notification: {
      duration: NOTICE_SECONDS,
      maxCount: TOAST.max,
      placement,
      ...(toasts ? INSIDE_GAP : NOTICE_GAP),
      ...place,
    },
  };
}

function Styled({ inside, children }: Pick<UiProviderProps, 'inside' | 'children'>) {
  const cache = useMemo(() => createCache(), []);
  if (!inside) return children;
  return (
    <StyleProvider container={inside.styles} cache={cache}>
      {children}
    </StyleProvider>
  );
}

const optional = (label: ReactNode, text: (key: 'form.optional') => string) => (
  <>
    {label} <span className="sd-optional">{text('form.optional')}</span>
  </>
);
