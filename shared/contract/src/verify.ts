/**
 * Calls that need proof of who is asking, in the header `X-Verify` (decisions, "Step-up"). Each has `verify: true`, and
 * no other has: a test compares.
 */
export const VERIFIED_ACTS = [
  'changePassword',
  'restoreBackup',
  'deleteLastBackup',
  'changeDatabasePassword',
  'emptyDatabase',
] as const;
export type VerifiedAct = (typeof VERIFIED_ACTS)[number];

/** How that may be proved; `verify-needed` names those open to the session. */
export const VERIFY_WAYS = ['password', 'email', 'sms', 'token'] as const;
export type VerifyWay = (typeof VERIFY_WAYS)[number];
