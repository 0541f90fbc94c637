import { HostCode, uploadCertificate } from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: HostCode });

/** What a checked certificate says; `id` once it is stored. */
const Checked = uploadCertificate.reply.omit({ serves: true });

/** Requests of the API to the worker, which alone can read and write private keys. */
export const certificateProtocol = {
  /**
   * Checks an uploaded certificate and its key; stores and serves it unless `dryRun`. Refuses with the
   * `certificate-…` faults of `readCertificate`, `certificate-too-many` and `config-refused`.
   */
  uploadCertificate: { request: uploadCertificate.body.extend(Host.shape), reply: Checked },
  /** Removes a certificate; its names get the next one. Refuses with `certificate-gone`. */
  removeCertificate: { request: Host.extend({ id: z.number().int() }), reply: z.object({}) },
} as const satisfies RpcProtocol;
