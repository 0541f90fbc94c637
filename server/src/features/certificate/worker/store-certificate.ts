import { CERTIFICATES_MAX, type HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { ApplyReport } from '#links/worker-protocol';
import type { Db } from '#state/db';
import type { CheckedCertificate } from '#system/certificate/read-certificate';
import {
  removeSiteCertificate,
  removeSiteCertificates,
  storeSiteCertificate,
} from '#system/certificate/site-certificate-files';
import type { SiteCertificate } from '#system/site/site';

export interface StoreParts {
  readonly db: Db;
  /** Folder of all certificates. */
  readonly certificates: string;
  /** Checks that the web server can load a stored certificate. Refuses with `config-refused`. */
  readonly check: (hostCode: HostCode, certificate: SiteCertificate) => Promise<void>;
  readonly applySites: () => Promise<ApplyReport>;
}

/** The order that a certificate was issued for; null: it was uploaded. */
type OrderId = number | null;

/** Inserts the row of a certificate; one that is uploaded again becomes the newest. */
async function insertRow(
  db: Db,
  hostCode: HostCode,
  { checked, orderId }: { readonly checked: CheckedCertificate; readonly orderId: OrderId },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Concurrent uploads must not exceed the limit together.
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
      source: orderId === null ? 'upload' : 'acme',
      order_id: orderId,
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
  if (own) throw new Refusal('config-refused', { values: { engine: 'nginx', detail: own.reason } });
}

async function removeRow(db: Db, hostCode: HostCode, id: number): Promise<string | undefined> {
  const own = db.deleteFrom('certificate').where('host_code', '=', hostCode).where('id', '=', id);
  return (await own.returning('fingerprint').executeTakeFirst())?.fingerprint;
}

/** Removes the files of a certificate without a row, and the folder of a host that was removed meanwhile. */
async function removeOrphan(
  { db, certificates }: Pick<StoreParts, 'db' | 'certificates'>,
  hostCode: HostCode,
  fingerprint: string,
): Promise<void> {
  const own = db.selectFrom('certificate').select('id').where('host_code', '=', hostCode);
  if (await own.where('fingerprint', '=', fingerprint).executeTakeFirst()) return;
  await removeSiteCertificate(certificates, hostCode, fingerprint);
  const host = await db.selectFrom('host').select('code').where('code', '=', hostCode).executeTakeFirst();
  if (!host) await removeSiteCertificates(certificates, hostCode);
}

/**
 * The key is on the disk before the row refers to it; the certificate is served once both exist. The web server checks it
 * before, because a row that it rejects would block the changes of every host.
 */
export async function storeCertificate(
  { db, certificates, check, applySites }: StoreParts,
  hostCode: HostCode,
  { checked, orderId = null }: { readonly checked: CheckedCertificate; readonly orderId?: OrderId },
): Promise<number> {
  const { fingerprint } = checked;
  let id: number | undefined;
  try {
    await storeSiteCertificate(certificates, hostCode, checked);
    await check(hostCode, checked);
    id = await insertRow(db, hostCode, { checked, orderId });
    refuseOwn(hostCode, await applySites());
    return id;
  } catch (error) {
    // Once it may be live, its files stay until the node restarts: nginx can't start without them.
    if (id === undefined) await removeOrphan({ db, certificates }, hostCode, fingerprint);
    else await removeRow(db, hostCode, id);
    throw error;
  }
}

/** Removes a certificate and its key; the next one that covers its domains serves them. Refuses with `certificate-gone`. */
export async function dropCertificate(
  { db, certificates, applySites }: StoreParts,
  hostCode: HostCode,
  id: number,
): Promise<void> {
  const fingerprint = await removeRow(db, hostCode, id);
  if (fingerprint === undefined) throw new Refusal('certificate-gone');
  // nginx may read the files until it has reloaded.
  refuseOwn(hostCode, await applySites());
  await removeSiteCertificate(certificates, hostCode, fingerprint);
}
