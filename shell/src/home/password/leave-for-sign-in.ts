import type { SessionEnding } from '@sitedeck/contract';

type Page = Pick<Window, 'location' | 'history'>;

/** Every session has ended: goes to sign-in, which shows why. */
export function leaveForSignIn({ location, history }: Page): void {
  history.pushState({ ended: 'password-changed' satisfies SessionEnding }, '', '/login');
  location.reload();
}
