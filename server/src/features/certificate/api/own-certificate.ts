import type { HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { readCertificates, type CertificateRow } from '#sites/api/certificate-store';
import type { Db } from '#state/db';

/** A certificate of this host. Refuses with `certificate-gone`. */
export async function ownCertificate(db: Db, hostCode: HostCode, id: number): Promise<CertificateRow> {
  const found = (await readCertificates(db, hostCode)).find((row) => row.id === id);
  if (!found) throw new Refusal('certificate-gone');
  return found;
}
