import { coversName, type Certificate, type consoleCalls, type HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { readCertificates, servingCertificate, type CertificateRow } from '#sites/api/certificate-store';
import type { Db } from '#state/db';
import type { RpcClient } from '#system/rpc/rpc';
import type { certificateProtocol } from '../protocol';

export type CertificateCalls = Pick<
  typeof consoleCalls,
  'listCertificates' | 'uploadCertificate' | 'downloadCertificate' | 'removeCertificate'
>;

export interface CertificateParts {
  readonly db: Db;
  /** The worker, which holds the private keys. */
  readonly certificates: Pick<RpcClient<typeof certificateProtocol>, 'call'>;
}

function certificateOf(row: CertificateRow, serves: readonly string[]): Certificate {
  return {
    id: row.id,
    names: [...row.names],
    serves: [...serves],
    issuer: row.issuer,
    key: row.key_algorithm,
    fingerprint: row.fingerprint,
    notBefore: row.not_before.toISOString(),
    notAfter: row.not_after.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

/** Answers the console's calls about certificates. */
export function certificateHandlers({ db, certificates }: CertificateParts): Handlers<CertificateCalls> {
  const own = async (hostCode: HostCode, id: number): Promise<CertificateRow> => {
    const found = (await readCertificates(db, hostCode)).find((row) => row.id === id);
    if (!found) throw new Refusal('certificate-gone');
    return found;
  };
  return {
    listCertificates: async (_request, { scope: { host, hostCode } }) => {
      const rows = await readCertificates(db, hostCode);
      const servedBy = (row: CertificateRow) =>
        host.domains.filter((name) => servingCertificate(rows, name) === row);
      return { certificates: rows.map((row) => certificateOf(row, servedBy(row))) };
    },
    uploadCertificate: async ({ body }, { scope: { host, hostCode }, note }) => {
      const facts = await certificates.call('uploadCertificate', { hostCode, ...body });
      note(facts.names.join(', '), { dryRun: body.dryRun, fingerprint: facts.fingerprint });
      const serves = host.domains.filter((name) => facts.names.some((pattern) => coversName(pattern, name)));
      return { ...facts, serves };
    },
    downloadCertificate: async ({ body }, { scope }) => {
      const { names, chain } = await own(scope.hostCode, body.id);
      const [first = 'certificate'] = names;
      return { fileName: `${first.replace('*.', '_.')}.pem`, pem: chain };
    },
    removeCertificate: async ({ body }, { scope, note }) => {
      note((await own(scope.hostCode, body.id)).names.join(', '));
      await certificates.call('removeCertificate', { hostCode: scope.hostCode, id: body.id });
      return {};
    },
  };
}
