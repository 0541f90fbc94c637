import type { ChallengeWay, consoleCalls } from '@sitedeck/contract';
import type { Enqueue } from '#queue/enqueue';
import type { Db } from '#state/db';
import type { RpcClient } from '#system/rpc/rpc';
import type { certificateProtocol } from '../protocol';

export type CertificateCalls = Pick<
  typeof consoleCalls,
  | 'listCertificates'
  | 'preflightCertificate'
  | 'applyCertificate'
  | 'uploadCertificate'
  | 'downloadCertificate'
  | 'revokeCertificate'
  | 'saveCertificateSettings'
  | 'removeCertificate'
>;

/** What owners can request by ACME. */
export interface AcmeOffer {
  /** Name of the authority; null: the provider has switched ACME off. */
  readonly authority: string | null;
  readonly ways: readonly ChallengeWay[];
}

export interface CertificateParts {
  readonly db: Db;
  /** The worker, which holds the private keys. */
  readonly certificates: Pick<RpcClient<typeof certificateProtocol>, 'call'>;
  readonly enqueue: Enqueue;
  readonly acme: AcmeOffer;
}
