import { CERTIFICATES_MAX, type HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { ApplyReport } from '#links/worker-protocol';
import type { Db } from '#state/db';
import type { SiteCertificate } from '#system/site/site';
import { readCertificate, type CheckedCertificate } from '#system/certificate/read-certificate';
import { removeSiteCertificate, storeSiteCertificate } from '#system/certificate/site-certificate-files';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { certificateProtocol } from '../protocol';

export interface CertificateWorkerParts {
  readonly db: Db;
  /** Folder of all certificates. */
  readonly certificates: string;
  /** Has the web server load a stored certificate. Refuses with `config-refused`. */
  readonly check: (hostCode: HostCode, certificate: SiteCertificate) => Promise<void>;
  readonly applySites: () => Promise<ApplyReport>;
  readonly now: () => number;
}

/** Inserts the row of a certificate; an upload of the same one replaces nothing and becomes the newest. */
async function insertRow(db: Db, hostCode: HostCode, checked: CheckedCertificate): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Two uploads at once must not pass the limit together.
    await trx.selectFrom('host').select('code').where('code', '=', hostCode).forUpdate().executeTakeFirst();
    const own = trx.deleteFrom('certificate').where('host_code', '=', hostCode);
    await own.where('fingerprint', '=', checked.fingerprint).execute();
    const counted = trx.selectFrom('certificate').select((of) => of.fn.countAll<number>().as('count'));
    const { count } = await counted.where('host_code', '=', hostCode).executeTakeFirstOrThrow();
    if (count >= CERTIFICATES_MAX)
      throw new Refusal('certificate-too-many', { values: { limit: CERTIFICATES_MAX } });
    const row = trx.insertInto('certificate').values({
      host_code: hostCode,
      names: JSON.stringify(checked.names),
      chain: checked.chain,
      fingerprint: checked.fingerprint,
      issuer: checked.issuer,
      key_algorithm: checked.keyAlgorithm,
      not_before: checked.notBefore,
      not_after: checked.notAfter,
    });
    return (await row.returning('id').executeTakeFirstOrThrow()).id;
  });
}

/** Refuses with the reason if the web server rejects this host's new state. */
function refuseOwn(hostCode: HostCode, { refused }: ApplyReport): void {
  const own = refused.find((host) => host.hostCode === hostCode);
  if (own) throw new Refusal('config-refused', { values: { engine: 'nginx', reason: own.reason } });
}

/** Answers the API's requests about certificates. */
export function certificateAnswers({
  db,
  certificates,
  check,
  applySites,
  now,
}: CertificateWorkerParts): RpcHandlers<typeof certificateProtocol> {
  const remove = async (hostCode: HostCode, id: number): Promise<string | undefined> => {
    const own = db.deleteFrom('certificate').where('host_code', '=', hostCode).where('id', '=', id);
    return (await own.returning('fingerprint').executeTakeFirst())?.fingerprint;
  };

  /**
   * The key is on the disk before the row names it, and is served once both are there. The web server loads it before
   * that: a row that it refuses would keep the changes of every host from being published.
   */
  const store = async (hostCode: HostCode, checked: CheckedCertificate): Promise<number> => {
    await storeSiteCertificate(certificates, hostCode, checked);
    await check(hostCode, checked);
    const id = await insertRow(db, hostCode, checked);
    try {
      refuseOwn(hostCode, await applySites());
    } catch (error) {
      await remove(hostCode, id);
      throw error;
    }
    return id;
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
      return dryRun ? facts : { ...facts, id: await store(hostCode, checked) };
    },
    removeCertificate: async ({ hostCode, id }) => {
      const fingerprint = await remove(hostCode, id);
      if (fingerprint === undefined) throw new Refusal('certificate-gone');
      // The web server reads the files until it has reloaded.
      refuseOwn(hostCode, await applySites());
      await removeSiteCertificate(certificates, hostCode, fingerprint);
      return {};
    },
  };
}
