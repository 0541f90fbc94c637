import type { Domain } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { LinkButton } from '../frame/LinkButton';
import { State } from '../frame/State';
import { useDaysLeft } from '../frame/use-days';
import { endsSoon } from './domain-state';
import { listTexts } from './list-texts';

interface Props {
  readonly domain: Domain;
  /** Whether the server offers free certificates for this domain. */
  readonly canRequest: boolean;
  readonly onOpen: () => void;
  /** Requests a new certificate, or uploads one if the current one was uploaded. */
  readonly onRenew: () => void;
  readonly onApply: () => void;
}

/** The served certificate, or the state of the request for one. */
export function CertificateCell({ domain, canRequest, onOpen, onRenew, onApply }: Props) {
  const text = useText(listTexts);
  const { certificate, shown, dns } = domain;
  const { served, taskId, failure } = certificate;
  if (taskId !== null)
    return (
      <State tone="busy" words={text('certificate.running')}>
        <LinkButton words={text('view')} label={text('view.of', { name: shown })} onClick={onOpen} />
      </State>
    );
  if (failure !== null)
    return (
      <State tone="failed" words={text('certificate.failed')}>
        <LinkButton words={text('why')} label={text('why.of', { name: shown })} onClick={onOpen} />
      </State>
    );
  if (served !== null) return <Served served={served} name={shown} onRenew={onRenew} />;
  return (
    <State tone="none" words={text('certificate.none')}>
      {canRequest && dns?.state === 'here' && (
        <LinkButton words={text('apply')} label={text('apply.of', { name: shown })} onClick={onApply} />
      )}
    </State>
  );
}

interface ServedProps {
  readonly served: NonNullable<Domain['certificate']['served']>;
  readonly name: string;
  readonly onRenew: () => void;
}

function Served({ served, name, onRenew }: ServedProps) {
  const text = useText(listTexts);
  const daysLeft = useDaysLeft();
  const isLate = endsSoon(served, serverNow());
  return (
    <State tone={isLate ? 'warning' : 'ok'} words={daysLeft(served.notAfter)}>
      <span className="sd-hint sd-small">
        {text(served.renews ? 'certificate.auto' : `certificate.${served.source}`)}
      </span>
      {isLate && <LinkButton words={text('renew')} label={text('renew.of', { name })} onClick={onRenew} />}
    </State>
  );
}
