import type { Locale } from '@sitedeck/contract';
import type { Ref } from 'react';
import { HelpIcon, ThemeIcon } from './icons';
import type { SignInPreferences } from './sign-in-port';
import type { SignInText } from './sign-in-texts';

/**
 * Not the contract's list, since its module would bring the schemas along. If a locale is added, this fails to
 * compile.
 */
const NAMES = { 'zh-CN': '中文', 'en-US': 'EN' } as const satisfies Record<Locale, string>;
const LOCALES: readonly Locale[] = ['zh-CN', 'en-US'];
const THEMES = ['system', 'light', 'dark'] as const;

interface Props {
  readonly preferences: SignInPreferences;
  readonly text: SignInText;
  readonly helpOpen: boolean;
  readonly opener: Ref<HTMLButtonElement>;
  readonly onChange: (preferences: SignInPreferences) => void;
  readonly onOpenHelp: () => void;
}

export function SignInTools({ preferences, text, helpOpen, opener, onChange, onOpenHelp }: Props) {
  const { locale, theme } = preferences;
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const themeName = text(`theme.${theme}`);
  return (
    <div className="si-tools">
      <div className="si-languages" role="group" aria-label={text('language')}>
        {LOCALES.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            aria-pressed={one === locale}
            onClick={() => onChange({ ...preferences, locale: one })}
          >
            {NAMES[one]}
          </button>
        ))}
      </div>
      {!helpOpen && (
        <button
          ref={opener}
          type="button"
          className="si-tool"
          title={text('help.open')}
          aria-label={text('help.open')}
          aria-expanded="false"
          onClick={onOpenHelp}
        >
          <HelpIcon />
        </button>
      )}
      <button
        type="button"
        className="si-tool"
        title={themeName}
        aria-label={themeName}
        onClick={() => onChange({ ...preferences, theme: nextTheme })}
      >
        <ThemeIcon theme={theme} />
      </button>
    </div>
  );
}
