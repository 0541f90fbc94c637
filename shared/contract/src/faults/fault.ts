import { z } from 'zod';
import { type FAULT_MESSAGES } from './messages';
import type { Locale } from './entry';
import type { FaultReason } from './fault-message';
import { VERIFY_WAYS, type VerifyWay } from '../session/verify';

export type FaultCode = (typeof FAULT_MESSAGES)[FaultReason]['code'];

export const LOCALES: readonly Locale[] = ['zh-CN', 'en-US'];

/** `res` of a refusal. `field` names the invalid input, `id` finds the entry in the server's log. */
export const FaultDetail = z.object({
  reason: z.string(),
  field: z.string().optional(),
  id: z.string().optional(),
  /** Seconds until the same call may be retried. */
  retryAfter: z.number().optional(),
  /** For `verify-needed`: how this session may prove the user's identity. */
  ways: z.array(z.enum(VERIFY_WAYS)).optional(),
});
export type FaultDetail = z.infer<typeof FaultDetail>;

/** A fault as plain data: matched by `code` and `reason`, never by class (each remote bundles its own class). */
export interface Fault {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
  readonly id?: string;
  readonly retryAfter?: number;
  readonly ways?: readonly VerifyWay[];
}

export type { Locale, LocalizedText } from './entry';
export { faultMessage, isFaultReason, type FaultReason, type FaultValue } from './fault-message';
