import { coversName } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { renewalTime } from '../renewal-time';
import { removeOrder } from './order-store';
import { ownCertificate } from './own-certificate';
import type { CertificateCalls, CertificateParts } from './parts';

type ChangeCalls = Pick<
  CertificateCalls,
  'uploadCertificate' | 'revokeCertificate' | 'saveCertificateSettings' | 'removeCertificate'
>;

export function changeHandlers({ db, certificates }: CertificateParts): Handlers<ChangeCalls> {
  return {
    uploadCertificate: async ({ body }, { scope: { host, hostCode }, note }) => {
      const facts = await certificates.call('uploadCertificate', { hostCode, ...body });
      note(facts.names.join(', '), { dryRun: body.dryRun, fingerprint: facts.fingerprint });
      const serves = host.domains.filter((name) => facts.names.some((pattern) => coversName(pattern, name)));
      return { ...facts, serves };
    },
    revokeCertificate: async ({ body: { id } }, { scope: { hostCode }, note }) => {
      const { names, order_id: orderId } = await ownCertificate(db, hostCode, id);
      note(names.join(', '));
      await certificates.call('revokeCertificate', { hostCode, id });
      if (orderId !== null) await removeOrder(db, orderId);
      await certificates.call('removeCertificate', { hostCode, id });
      return {};
    },
    saveCertificateSettings: async ({ body: { id, renews } }, { scope: { hostCode }, note }) => {
      const row = await ownCertificate(db, hostCode, id);
      note(row.names.join(', '), { after: { renews } });
      if (row.order_id === null)
        throw new Refusal(row.source === 'acme' ? 'certificate-replaced' : 'certificate-not-acme');
      const next = renews
        ? new Date(renewalTime({ notBefore: row.not_before, notAfter: row.not_after }))
        : null;
      const order = db.updateTable('certificate_order').where('id', '=', row.order_id);
      await order.set({ renews, next_at: next }).execute();
      return {};
    },
    removeCertificate: async ({ body: { id } }, { scope: { hostCode }, note }) => {
      const { names, order_id: orderId } = await ownCertificate(db, hostCode, id);
      note(names.join(', '));
      // Otherwise its renewal would bring it back.
      if (orderId !== null) await removeOrder(db, orderId);
      await certificates.call('removeCertificate', { hostCode, id });
      return {};
    },
  };
}
