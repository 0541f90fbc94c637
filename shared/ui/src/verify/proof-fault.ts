import type { Fault } from '@sitedeck/contract';

/** Of the proof itself, or of the way to the server: asked again in the same dialog. */
const AGAIN: ReadonlySet<string> = new Set([
  'verify-needed',
  'verify-wrong',
  'code-wrong',
  'code-expired',
  'captcha-refused',
  'too-many-attempts',
  'offline',
]);

/** Anything else is about the act, and its caller's to tell. */
export const isAboutProof = ({ reason, field }: Fault): boolean => field === 'X-Verify' || AGAIN.has(reason);
