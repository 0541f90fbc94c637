import { shownDomain, type Certificate } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useText } from '@sitedeck/ui/core';
import { domainApi } from '../domain.api';
import { saveText } from '../frame/save-text';
import { certificateTexts } from './certificate-texts';
import { fallbackOf } from './fallback';

/** Names that a confirmation lists; the rest is counted. */
const NAMED = 5;

/** Whether renewal is off and can be turned on: a certificate that another request has replaced has no request of its own. */
export const canRenew = ({ source, way, renewsAt }: Certificate): boolean =>
  source === 'acme' && way !== null && renewsAt === null;

/** Actions on certificates. Each confirmation names the affected domains; the shell announces refusals. */
export function useCertificateActs(certificates: readonly Certificate[]) {
  const text = useText(certificateTexts);
  const confirm = useConfirm();
  const { message } = useFeedback();
  const [download] = domainApi.useDownloadCertificateMutation();
  const [remove] = domainApi.useRemoveCertificateMutation();
  const [revoke] = domainApi.useRevokeCertificateMutation();
  const [save] = domainApi.useSaveCertificateSettingsMutation();

  const listed = (names: readonly string[]): string => {
    const first = names.slice(0, NAMED).map(shownDomain).join(text('comma'));
    return names.length > NAMED ? text('and', { names: first, n: names.length }) : first;
  };
  const consequence = (certificate: Certificate): string => {
    const { kept, lost } = fallbackOf(certificate, certificates, serverNow());
    if (kept.length === 0 && lost.length === 0) return text('falls.unused');
    if (lost.length === 0) return text('falls.kept', { kept: listed(kept) });
    if (kept.length === 0) return text('falls.lost', { lost: listed(lost) });
    return text('falls.both', { kept: listed(kept), lost: listed(lost) });
  };
  return {
    download: async ({ id }: Certificate) => {
      const { data } = await download({ body: { id } });
      if (data) saveText(data.fileName, data.pem, 'application/x-pem-file');
    },
    remove: async (certificate: Certificate) => {
      const agreed = await confirm.danger({
        title: text('remove.title'),
        body: consequence(certificate),
        confirm: text('remove.confirm'),
      });
      if (!agreed) return;
      const { error } = await remove({ body: { id: certificate.id } });
      if (error === undefined) message.success(text('remove.done'));
    },
    revoke: async (certificate: Certificate) => {
      const agreed = await confirm.danger({
        title: text('revoke.title'),
        body: text('revoke.body', { falls: consequence(certificate) }),
        confirm: text('revoke.confirm'),
      });
      if (!agreed) return;
      const { error } = await revoke({ body: { id: certificate.id } });
      if (error === undefined) message.success(text('revoke.done'));
    },
    renew: async ({ id }: Certificate, renews: boolean) => {
      const { error } = await save({ body: { id, renews } });
      if (error === undefined) message.success(text(renews ? 'renews.on' : 'renews.off'));
    },
  };
}
