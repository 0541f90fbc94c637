import { shownDomain, type PreflightRow } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { State, type StateTone } from '../frame/State';
import { applyTexts } from './apply-texts';

const TONES: Readonly<Record<PreflightRow['result'], StateTone>> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'failed',
};

/** More passed checks than this are counted instead of listed. */
const LISTED_MAX = 5;

/** Results of the preflight checks: problems first, each with its fix. */
export function Preflight({ rows }: { readonly rows: readonly PreflightRow[] }) {
  const text = useText(applyTexts);
  const format = useLocaleFormat();
  const passed = rows.filter(({ result }) => result === 'ok');
  const problems = rows.filter(({ result }) => result !== 'ok');
  const areListed = passed.length <= LISTED_MAX;
  const shown = [...problems].sort((a, b) => Number(b.result === 'failed') - Number(a.result === 'failed'));
  return (
    <section aria-live="polite" aria-label={text('check')}>
      <span className="sd-label">{text('check')}</span>
      <ul className="dm-check">
        {[...shown, ...(areListed ? passed : [])].map((row) => (
          <li key={`${row.name} ${row.point}`}>
            <State
              tone={TONES[row.result]}
              words={text('check.row', { name: shownDomain(row.name), point: text(`point.${row.point}`) })}
            />
            <p className="sd-small sd-secondary">{row.message}</p>
          </li>
        ))}
        {!areListed && (
          <li>
            <State
              tone="ok"
              words={text('check.passed', { n: format.number(passed.length), count: passed.length })}
            />
          </li>
        )}
      </ul>
    </section>
  );
}
