import { signInAddress } from './return-target';

/** The address changes first, the reload follows (specification, section 8), ms. */
const RELOAD_AFTER_MS = 10;

type Page = Pick<Window, 'location' | 'history' | 'setTimeout'>;

/** Leads to sign-in with the current location as return target; the first of many expired replies does it. */
export function makeSessionExpired({ location, history, setTimeout }: Page): () => void {
  let leaving = false;
  return () => {
    if (leaving || location.pathname === '/login') return;
    leaving = true;
    history.pushState(null, '', signInAddress(location));
    setTimeout(() => location.reload(), RELOAD_AFTER_MS);
  };
}
