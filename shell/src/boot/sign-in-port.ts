import { isSessionEnding } from '@sitedeck/contract';
import { browserPreferences, readPreferences, returnTarget, writePreferences } from '@sitedeck/sdk';
import type { SignInPort, SignInSettings } from '../sign-in/sign-in-port';
import { loadProver, signIn } from '../sign-in/submit';
import { readConfig } from './page-data';

/**
 * Why the user has to sign in. Stored by the SDK when a session ends, and by the dialog that changes the
 * password.
 */
function pageNotice(): SignInSettings['notice'] {
  const left = history.state as { readonly ended?: unknown } | null;
  return isSessionEnding(left?.ended) ? left.ended : undefined;
}

/** What the sign-in page uses: the page's configuration, the browser's stored preferences, the server. */
export const signInPort: SignInPort = {
  load: () => {
    const { copyright, links } = readConfig();
    addEventListener('input', () => void loadProver(), { once: true });
    return {
      preferences: readPreferences(browserPreferences()),
      links,
      copyright,
      notice: pageNotice(),
    };
  },
  keep: writePreferences,
  submit: async (credentials, { locale, onPhase }) => {
    const outcome = await signIn(credentials, { config: readConfig(), locale, onPhase });
    // A full load, since the page of a session contains its own boot document.
    if (outcome.is === 'signed-in') location.replace(returnTarget(location.hash));
    return outcome;
  },
};
