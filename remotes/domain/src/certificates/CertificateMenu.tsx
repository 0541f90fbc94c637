import { EllipsisOutlined } from '@ant-design/icons';
import type { Certificate } from '@sitedeck/contract';
import { Dropdown, IconButton, useText } from '@sitedeck/ui/core';
import { certificateTexts } from './certificate-texts';
import { canRenew, useCertificateActs } from './use-certificate-acts';

interface Props {
  readonly certificate: Certificate;
  /** All certificates of the host: one of them may take over. */
  readonly certificates: readonly Certificate[];
}

/** The actions on a served certificate. */
export function CertificateMenu({ certificate, certificates }: Props) {
  const text = useText(certificateTexts);
  const acts = useCertificateActs(certificates);
  const { source, renewsAt } = certificate;
  const renews = renewsAt !== null;
  const items = [
    { key: 'download', label: text('act.download'), onClick: () => void acts.download(certificate) },
    ...(renews || canRenew(certificate)
      ? [
          {
            key: 'renew',
            label: text(renews ? 'act.stopRenewing' : 'act.renew'),
            onClick: () => void acts.renew(certificate, !renews),
          },
        ]
      : []),
    ...(source === 'acme'
      ? [
          {
            key: 'revoke',
            label: text('act.revoke'),
            danger: true,
            onClick: () => void acts.revoke(certificate),
          },
        ]
      : []),
    { key: 'remove', label: text('act.remove'), danger: true, onClick: () => void acts.remove(certificate) },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <IconButton type="default" icon={<EllipsisOutlined />} label={text('act.more')} aria-haspopup="menu" />
    </Dropdown>
  );
}
