import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { KINDS, type VisitKind, type VisitSums } from './visit-slots';
import { visitsTexts } from './visits-texts';

/** The meaning of the colours with the total of each; no figures while they load. */
export function VisitsLegend({ sums }: { readonly sums: VisitSums | undefined }) {
  const text = useText(visitsTexts);
  const format = useLocaleFormat();
  return (
    <ul className="sh-visits-legend">
      {KINDS.map((kind) => (
        <li key={kind} title={text(`${kind}.means`)}>
          <VisitMark kind={kind} /> {text(kind)}{' '}
          <span className="sd-visually-hidden">{text(`${kind}.means`)}</span>{' '}
          <strong>{sums ? format.number(sums[kind]) : '—'}</strong>
        </li>
      ))}
    </ul>
  );
}

export function VisitMark({ kind }: { readonly kind: VisitKind }) {
  return <span className={`sh-visits-mark sh-visits-${kind}`} aria-hidden="true" />;
}
