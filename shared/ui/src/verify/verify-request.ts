import type { VerifiedAct, VerifyWays } from '@sitedeck/contract';
import type { CallOptions } from '@sitedeck/sdk';

/** A sensitive act that waits for proof of who is asking. */
export interface VerifyRequest<Value> {
  /** Name of its call. */
  readonly act: VerifiedAct;
  /** What is open to this session, as `vhostInfo` says. */
  readonly ways: VerifyWays;
  /** Verb and object, as the button says it: 修改密码. */
  readonly confirm: string;
  readonly danger?: boolean;
  /** Makes the call; the options carry the proof, and keep a refusal from being told twice. */
  readonly run: (options: Pick<CallOptions, 'headers' | 'quiet'>) => Promise<Value>;
}

export type Verified<Value> = { readonly is: 'done'; readonly value: Value } | { readonly is: 'cancelled' };

/** Where the proof travels (decisions, "Step-up"). */
export const proofOf = (proof: string) => ({ headers: { 'X-Verify': proof }, quiet: true });
