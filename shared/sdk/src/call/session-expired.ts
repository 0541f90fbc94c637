import { signInAddress } from './return-target';

/** Pause between the change of the address and the reload, ms. */
const RELOAD_AFTER_MS = 10;

type Page = Pick<Window, 'location' | 'history' | 'setTimeout'>;

/**
 * Goes to sign-in with the current location as return target; only the first of many expired replies does.
 * Returns whether the page is leaving: the sign-in page itself stays.
 */
export function makeSessionExpired(page: Page, wasSignedIn: () => boolean): (why: string) => boolean {
  const { location, history } = page;
  let leaving = false;
  return (why) => {
    if (leaving || location.pathname === '/login') return leaving;
    leaving = true;
    // Sign-in says why it is shown, unless the visitor was not signed in yet.
    const ended = why !== 'session-expired' || wasSignedIn() ? why : undefined;
    history.pushState({ ended }, '', signInAddress(location));
    page.setTimeout(() => location.reload(), RELOAD_AFTER_MS);
    return true;
  };
}
