import type { EmbedFailure } from './embed-failure';
import type { EmbedPlace } from './embed-door';

/** The portal hears why its place is empty. */
export function tellFailure(tell: EmbedPlace['tell'], why: EmbedFailure): void {
  if (why.is === 'auth-required') return tell('auth-required', {});
  const [reason, message] = why.is === 'denied' ? [why.reason, why.message] : [why.is, ''];
  tell('error', { reason, message });
}
