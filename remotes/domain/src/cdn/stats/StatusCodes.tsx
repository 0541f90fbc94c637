import type { CdnSlot } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { percentFigure } from '../ratio';
import { statsTexts } from './stats-texts';

const KINDS = ['ok', 'redirect', 'clientError', 'serverError'] as const;

/** Distribution of the status classes, as a bar and in figures. */
export function StatusCodes({ slots }: { readonly slots: readonly CdnSlot[] }) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const counts = KINDS.map((kind) => ({ kind, n: slots.reduce((sum, slot) => sum + slot[kind], 0) }));
  const all = counts.reduce((sum, { n }) => sum + n, 0);
  return (
    <section className="dc-codes" aria-label={text('codes')}>
      <h3>{text('codes')}</h3>
      <div className="dc-codes-bar" aria-hidden>
        {counts.map(
          ({ kind, n }) => n > 0 && <span key={kind} className={`dc-${kind}`} style={{ flexGrow: n }} />,
        )}
      </div>
      <ul className="dc-legend">
        {counts.map(({ kind, n }) => (
          <li key={kind} title={text(`${kind}.means`)}>
            <span className={`dc-mark dc-${kind}`} aria-hidden /> {text(kind)}{' '}
            <span className="sd-visually-hidden">{text(`${kind}.means`)}</span>{' '}
            <strong>{format.number(n)}</strong>
            {all > 0 && n > 0 && <span> {percentFigure(n / all, format.number)}%</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
