import { isSessionEnding } from '@sitedeck/contract';
import { readPreferences, returnTarget, writePreferences } from '@sitedeck/sdk';
import type { SignInPort, SignInSettings } from '../sign-in/sign-in-port';
import { loadProver, signIn } from '../sign-in/submit';
import { readConfig } from './page-data';

/** Left by whoever led here: by the SDK from a page whose session had ended, by the dialog that changed the password. */
function noticeHere(): SignInSettings['notice'] {
  const left = history.state as { readonly ended?: unknown } | null;
  return isSessionEnding(left?.ended) ? left.ended : undefined;
}

/** The sign-in page's way out: the page's configuration, what the browser remembers, the server. */
export const signInPort: SignInPort = {
  load: () => {
    const { copyright, links } = readConfig();
    addEventListener('input', () => void loadProver(), { once: true });
    return {
      preferences: readPreferences(),
      help: links.help,
      copyright,
      notice: noticeHere(),
    };
  },
  keep: writePreferences,
  submit: async (credentials, { locale, onPhase }) => {
    const outcome = await signIn(credentials, { config: readConfig(), locale, onPhase });
    // A full load: the page of a session carries its own boot document.
    if (outcome.is === 'signed-in') location.replace(returnTarget(location.hash));
    return outcome;
  },
};
