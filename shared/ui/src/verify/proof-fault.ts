import type { Fault } from '@sitedeck/contract';

/** Faults of the proof itself, or of the connection: the same dialog asks again. */
const AGAIN: ReadonlySet<string> = new Set([
  'verify-needed',
  'verify-wrong',
  'code-wrong',
  'code-expired',
  'captcha-refused',
  'too-many-attempts',
  'offline',
]);

/** Any other fault is about the act, and the caller shows it. */
export const isAboutProof = ({ reason, field }: Fault): boolean => field === 'X-Verify' || AGAIN.has(reason);
