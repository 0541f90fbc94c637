import type { VerifiedAct, VerifyWays } from '@sitedeck/contract';
import type { CallOptions } from '@sitedeck/sdk';

/** A sensitive action that needs proof of the user's identity. */
export interface VerifyRequest<Value> {
  /** Name of its call. */
  readonly act: VerifiedAct;
  /** The ways this session may use, as `vhostInfo` says; `useVerify` reads them if they are absent. */
  readonly ways?: VerifyWays;
  /** Verb and object, as on the button: 修改密码. */
  readonly confirm: string;
  readonly danger?: boolean;
  /** Makes the call; the options carry the proof, and prevent a second announcement of a refusal. */
  readonly run: (options: Pick<CallOptions, 'headers' | 'quiet'>) => Promise<Value>;
}

/** A request whose ways are known. */
export interface KnownRequest<Value> extends VerifyRequest<Value> {
  readonly ways: VerifyWays;
}

export type VerifyOutcome<Value> =
  { readonly is: 'done'; readonly value: Value } | { readonly is: 'cancelled' };

/** Where the proof is sent. */
export const proofOf = (proof: string) => ({ headers: { 'X-Verify': proof }, quiet: true });
