import { ChallengeWay, HostCode, PREFLIGHT_POINTS, uploadCertificate } from '@sitedeck/contract';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import type { FaultReason } from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: HostCode });
const One = Host.extend({ id: z.number().int() });

/** The contents of a checked certificate; `id` once it is stored. */
const Checked = uploadCertificate.reply.omit({ serves: true });

const REASONS = Object.keys(FAULT_MESSAGES) as [FaultReason, ...FaultReason[]];

/** Result of one check of the preflight. */
export const Finding = z.object({
  name: z.string(),
  point: z.enum(PREFLIGHT_POINTS),
  result: z.enum(['ok', 'warning', 'failed']),
  /** The problem; null for `ok`. */
  reason: z.enum(REASONS).nullable(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Finding = z.infer<typeof Finding>;

/** Requests of the API to the worker, which alone can read and write private keys. */
export const certificateProtocol = {
  /**
   * Checks an uploaded certificate and its key; stores and serves it unless `dryRun`. Refuses with the
   * `certificate-…` faults of `readCertificate`, `certificate-too-many` and `config-refused`.
   */
  uploadCertificate: { request: uploadCertificate.body.extend(Host.shape), reply: Checked },
  /** Removes a certificate; the next one that covers its names serves them. Refuses with `certificate-gone`. */
  removeCertificate: { request: One, reply: z.object({}) },
  /**
   * Revokes a certificate at its authority. Refuses with `certificate-gone`, `certificate-not-acme` and the faults of
   * the authority.
   */
  revokeCertificate: { request: One, reply: z.object({}) },
  /**
   * Checks what the authority will check. Refuses with `certificate-directory-protected` if the validation
   * file can't be written to the site's folder, and with `certificate-way-unavailable`.
   */
  preflightCertificate: {
    request: Host.extend({ names: z.array(z.string()), way: ChallengeWay }),
    reply: z.object({ findings: z.array(Finding) }),
  },
} as const satisfies RpcProtocol;
