import { COPYRIGHT_YEARS } from '@sitedeck/contract';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { BrandMark } from '../brand/BrandMark';
import { HelpSider } from './HelpSider';
import { makeSettingsStore } from './settings-store';
import type { SignInPort, SignInPreferences, SignInSettings } from './sign-in-port';
import { signInText } from './sign-in-texts';
import { SignInForm } from './SignInForm';
import { SignInTools } from './SignInTools';

/** Settings of the prerendered page, before the real ones are read. */
const UNKNOWN: SignInPreferences = { locale: 'zh-CN', theme: 'system' };
const NO_LINKS: SignInSettings['links'] = {};
const COPYRIGHT = `© ${COPYRIGHT_YEARS} SiteDeck`;

/** `auto` is open from 992 px on. */
type Help = 'auto' | 'open' | 'closed';

const WIDE = '(min-width: 992px)';

function followWidth(changed: () => void): () => void {
  const list = matchMedia(WIDE);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

/** Prerendered for a wide page; on a narrow one the style sheet hides the panel until the script runs. */
const useWide = () =>
  useSyncExternalStore(
    followWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  );

/**
 * Plain elements: no antd, no federation, and nothing read while prerendering. The button stays disabled until an
 * effect has run, so that a page without its script never sends a password in a plain form.
 */
export function SignInPage({ port }: { readonly port: SignInPort }) {
  const store = useMemo(() => makeSettingsStore(port), [port]);
  const settings = useSyncExternalStore(store.subscribe, store.get, () => undefined);
  const [help, setHelp] = useState<Help>('auto');
  const opener = useRef<HTMLButtonElement>(null);
  const preferences = settings?.preferences ?? UNKNOWN;
  const text = signInText(preferences.locale);
  const helpOpen = useWide() ? help !== 'closed' : help === 'open';

  useEffect(() => {
    if (!settings) return;
    const { locale, theme } = settings.preferences;
    const root = document.documentElement;
    root.lang = locale;
    root.dataset['theme'] = theme;
    document.title = signInText(locale)('page.title');
  }, [settings]);

  function closeHelp(): void {
    setHelp('closed');
    // The opener is rendered by this same update.
    requestAnimationFrame(() => opener.current?.focus());
  }

  return (
    <div className={`si si-help-${help}`}>
      <header className="si-header">
        <span className="si-brand">
          <BrandMark />
          SiteDeck
        </span>
        <SignInTools
          preferences={preferences}
          text={text}
          helpOpen={helpOpen}
          opener={opener}
          onChange={store.prefer}
          onOpenHelp={() => setHelp('open')}
        />
      </header>
      <main className="si-main">
        <SignInForm port={port} locale={preferences.locale} text={text} settings={settings} />
      </main>
      <footer className="si-footer">{settings?.copyright ?? COPYRIGHT}</footer>
      {helpOpen && (
        <HelpSider
          text={text}
          locale={preferences.locale}
          links={settings?.links ?? NO_LINKS}
          takesFocus={help === 'open'}
          onClose={closeHelp}
        />
      )}
    </div>
  );
}
