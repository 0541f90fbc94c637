import type { HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { readHost } from '#sites/live-hosts';
import { AcmeProblem } from '#system/acme/problem';
import { readCertificate } from '#system/certificate/read-certificate';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { certificateProtocol } from '../protocol';
import { refusalOf } from './acme-faults';
import type { AuthorityAccess } from './authority-access';
import { preflight, type PreflightParts } from './preflight';
import { dropCertificate, storeCertificate, type StoreParts } from './store-certificate';

export interface CertificateWorkerParts extends StoreParts, PreflightParts {
  readonly authority: AuthorityAccess;
  readonly now: () => number;
}

/** Answers the API's requests about certificates. */
export function certificateWorkerHandlers(
  parts: CertificateWorkerParts,
): RpcHandlers<typeof certificateProtocol> {
  const { db, authority, now } = parts;

  const ownAcme = async (hostCode: HostCode, id: number) => {
    const own = db.selectFrom('certificate').select(['chain', 'source']).where('host_code', '=', hostCode);
    const row = await own.where('id', '=', id).executeTakeFirst();
    if (!row) throw new Refusal('certificate-gone');
    if (row.source !== 'acme') throw new Refusal('certificate-not-acme');
    return row;
  };

  return {
    uploadCertificate: async ({ hostCode, certificate, privateKey, dryRun }) => {
      const checked = readCertificate(certificate, privateKey, now());
      const facts = {
        names: [...checked.names],
        issuer: checked.issuer,
        key: checked.keyAlgorithm,
        fingerprint: checked.fingerprint,
        notBefore: checked.notBefore.toISOString(),
        notAfter: checked.notAfter.toISOString(),
      };
      return dryRun ? facts : { ...facts, id: await storeCertificate(parts, hostCode, { checked }) };
    },
    removeCertificate: async ({ hostCode, id }) => {
      await dropCertificate(parts, hostCode, id);
      return {};
    },
    revokeCertificate: async ({ hostCode, id }) => {
      const { chain } = await ownAcme(hostCode, id);
      try {
        await (await authority.open()).revoke(chain);
      } catch (error) {
        // A certificate that is already revoked counts as revoked.
        const isRevoked = error instanceof AcmeProblem && error.type === 'alreadyRevoked';
        if (!isRevoked) throw refusalOf(error, { now: now() }) ?? error;
      }
      return {};
    },
    preflightCertificate: async ({ hostCode, names, way }) => {
      const host = await readHost(db, hostCode);
      if (!host) throw new Refusal('host-gone');
      return { findings: [...(await preflight(parts, host, { names, way }))] };
    },
  };
}
