/** Calls that need step-up, by the header `X-Verify`: exactly those with `verify: true`, as a test checks. */
export const VERIFIED_ACTS = [
  'changePassword',
  'restoreBackup',
  'deleteLastBackup',
  'deploySiteImage',
  'uninstallApp',
  'pushStaging',
  'changeDatabasePassword',
  'emptyDatabase',
] as const;
export type VerifiedAct = (typeof VERIFIED_ACTS)[number];

/** Ways to prove the user's identity; `verify-needed` lists those that the session may use. */
export const VERIFY_WAYS = ['password', 'email', 'sms', 'token'] as const;
export type VerifyWay = (typeof VERIFY_WAYS)[number];
