import { shownDomain, type Certificate } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { dateText, useDaysLeft } from '../frame/use-days';
import { certificateTexts } from './certificate-texts';

/** Contents of a certificate: names, validity, issuer, key and renewal. */
export function CertificateFacts({ certificate }: { readonly certificate: Certificate }) {
  const text = useText(certificateTexts);
  const daysLeft = useDaysLeft();
  const { names, notBefore, notAfter, issuer, key, source, way } = certificate;
  return (
    <dl className="dm-facts">
      <Fact term={text('names')}>{names.map(shownDomain).join(text('comma'))}</Fact>
      <Fact term={text('validity')}>
        {text('validity.of', { from: dateText(notBefore), until: dateText(notAfter) })} · {daysLeft(notAfter)}
      </Fact>
      <Fact term={text('issuer')}>
        {issuer} · {key}
      </Fact>
      <Fact term={text('source')}>
        {way === null ? text(`source.${source}`) : text(`source.way.${way}`)} ·{' '}
        <Renewal certificate={certificate} />
      </Fact>
    </dl>
  );
}

/** When a certificate is renewed. */
export function Renewal({ certificate: { renewsAt, source } }: { readonly certificate: Certificate }) {
  const text = useText(certificateTexts);
  if (renewsAt !== null) return <>{text('renews.at', { date: dateText(renewsAt) })}</>;
  return <>{text(source === 'upload' ? 'renews.upload' : 'renews.never')}</>;
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
