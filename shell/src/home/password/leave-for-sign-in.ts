type Page = Pick<Window, 'location' | 'history'>;

/** Every session has ended: sign-in comes next, and says why. */
export function leaveForSignIn({ location, history }: Page): void {
  history.pushState({ passwordChanged: true }, '', '/login');
  location.reload();
}
