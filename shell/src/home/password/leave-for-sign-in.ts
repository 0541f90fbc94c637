import type { SessionEnding } from '@sitedeck/contract';

type Page = Pick<Window, 'location' | 'history'>;

/** Every session has ended: sign-in comes next, and says why. */
export function leaveForSignIn({ location, history }: Page): void {
  history.pushState({ ended: 'password-changed' satisfies SessionEnding }, '', '/login');
  location.reload();
}
