import { z } from 'zod';
import { type FAULT_MESSAGES } from './fault-messages';
import { VERIFY_WAYS, type VerifyWay } from './verify';

/** Every expected failure has a reason; its code on the wire and its words follow from it. */
export type FaultReason = keyof typeof FAULT_MESSAGES;
export type FaultCode = (typeof FAULT_MESSAGES)[FaultReason]['code'];
export type Locale = 'zh-CN' | 'en-US';

export const LOCALES: readonly Locale[] = ['zh-CN', 'en-US'];

/** What a refusal carries in `res`. `field` names the input at fault, `id` leads to the server's log. */
export const FaultDetail = z.object({
  reason: z.string(),
  field: z.string().optional(),
  id: z.string().optional(),
  /** Seconds until the same call may be tried again. */
  retryAfter: z.number().optional(),
  /** Of `verify-needed`: ways to prove who is asking that are open here. */
  ways: z.array(z.enum(VERIFY_WAYS)).optional(),
});
export type FaultDetail = z.infer<typeof FaultDetail>;

/** A fault as plain data: matched by `code` and `reason`, never by class (bundles differ between remotes). */
export interface Fault {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
  readonly id?: string;
  readonly retryAfter?: number;
  readonly ways?: readonly VerifyWay[];
}

export { faultMessage, type FaultValue } from './fault-words';
