import { SafetyCertificateOutlined, UploadOutlined } from '@ant-design/icons';
import type { Domain } from '@sitedeck/contract';
import { Button, Tag, useText } from '@sitedeck/ui/core';
import { useRequestReason } from '../apply/use-request-reason';
import { CertificateFacts } from '../certificates/CertificateFacts';
import { CertificateMenu } from '../certificates/CertificateMenu';
import { domainApi } from '../domain.api';
import { useRequestOf } from '../frame/request-tasks';
import { useDomainDialogs } from '../frame/domain-dialogs';
import { detailTexts } from './detail-texts';
import { RequestSteps } from './RequestSteps';

interface Props {
  readonly domain: Domain;
  readonly onApply: () => void;
}

/** The served certificate, a running or failed request, and buttons to request or upload one. */
export function CertificateSection({ domain, onApply }: Props) {
  const text = useText(detailTexts);
  const { data } = domainApi.useListCertificatesQuery({});
  const task = useRequestOf(domain);
  const { served, taskId, failure } = domain.certificate;
  const certificate = data?.certificates.find(({ id }) => id === served?.id);
  return (
    <section className="dm-section" aria-label={text('certificate')}>
      <div className="dm-section-head">
        <h3>{text('certificate')}</h3>
        <StateTag domain={domain} />
      </div>
      {task && (taskId !== null || failure !== null) && <RequestSteps task={task} />}
      {certificate && <CertificateFacts certificate={certificate} />}
      {served === null && failure === null && taskId === null && (
        <p className="sd-secondary">{text('certificate.none')}</p>
      )}
      <div className="sd-row">
        <ApplyButton domain={domain} onApply={onApply} />
        <UploadButton />
        {certificate && data && (
          <CertificateMenu certificate={certificate} certificates={data.certificates} />
        )}
      </div>
    </section>
  );
}

function StateTag({ domain: { certificate } }: { readonly domain: Domain }) {
  const text = useText(detailTexts);
  if (certificate.taskId !== null) return <Tag tone="primary">{text('state.running')}</Tag>;
  if (certificate.failure !== null) return <Tag tone="error">{text('state.failed')}</Tag>;
  if (certificate.served !== null) return <Tag tone="success">{text('state.served')}</Tag>;
  return <Tag tone="neutral">{text('state.none')}</Tag>;
}

function UploadButton() {
  const text = useText(detailTexts);
  const dialogs = useDomainDialogs();
  return (
    <Button icon={<UploadOutlined aria-hidden />} onClick={dialogs.upload}>
      {text('upload')}
    </Button>
  );
}

interface ApplyProps {
  readonly domain: Domain;
  readonly onApply: () => void;
}

/** The button to request a certificate, or the reason why the server offers none for this domain. */
function ApplyButton({ domain, onApply }: ApplyProps) {
  const text = useText(detailTexts);
  const reason = useRequestReason()(domain);
  const { served, taskId, failure } = domain.certificate;
  // A failed request has its own button above, beside the reason.
  if (taskId !== null || failure !== null) return null;
  if (reason !== undefined) return <span className="sd-hint">{reason}</span>;
  return (
    <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={onApply}>
      {text(served?.source === 'acme' ? 'apply.again' : 'apply')}
    </Button>
  );
}
