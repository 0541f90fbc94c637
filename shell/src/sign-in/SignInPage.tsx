import { COPYRIGHT_YEARS } from '@sitedeck/contract';
import { useEffect, useRef, useState } from 'react';
import { BrandMark } from '../brand/BrandMark';
import { HelpSider } from './HelpSider';
import type { SignInPort, SignInPreferences, SignInSettings } from './sign-in-port';
import { signInText } from './sign-in-texts';
import { SignInForm } from './SignInForm';
import { SignInTools } from './SignInTools';

/** What the prerendered page shows before it knows anything. */
const UNKNOWN: SignInPreferences = { locale: 'zh-CN', theme: 'system' };
const COPYRIGHT = `© ${COPYRIGHT_YEARS} SiteDeck`;

/** `auto` is open from 992 px on, which only the style sheet knows before the page runs. */
type Help = 'auto' | 'open' | 'closed';

const isWide = () => matchMedia('(min-width: 992px)').matches;

/**
 * Plain elements: no antd, no federation, nothing read while it is prerendered. Until an effect has run the
 * button is off, so that a page without its script never sends a password in a plain form.
 */
export function SignInPage({ port }: { readonly port: SignInPort }) {
  const [settings, setSettings] = useState<SignInSettings>();
  const [help, setHelp] = useState<Help>('auto');
  const opener = useRef<HTMLButtonElement>(null);
  const preferences = settings?.preferences ?? UNKNOWN;
  const text = signInText(preferences.locale);

  useEffect(() => {
    setSettings(port.load());
    if (!isWide()) setHelp('closed');
  }, [port]);

  useEffect(() => {
    if (!settings) return;
    const { locale, theme } = settings.preferences;
    const root = document.documentElement;
    root.lang = locale;
    root.dataset['theme'] = theme;
    document.title = signInText(locale)('page.title');
  }, [settings]);

  function change(next: SignInPreferences): void {
    if (!settings) return;
    setSettings({ ...settings, preferences: next });
    port.keep(next);
  }

  function closeHelp(): void {
    setHelp('closed');
    // The opener is drawn by this very change.
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
          helpOpen={help !== 'closed'}
          opener={opener}
          onChange={change}
          onOpenHelp={() => setHelp('open')}
        />
      </header>
      <main className="si-main">
        <SignInForm port={port} locale={preferences.locale} text={text} settings={settings} />
      </main>
      <footer className="si-footer">{settings?.copyright ?? COPYRIGHT}</footer>
      {help !== 'closed' && (
        <HelpSider text={text} help={settings?.help} takesFocus={help === 'open'} onClose={closeHelp} />
      )}
    </div>
  );
}
