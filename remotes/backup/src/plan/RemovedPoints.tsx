import type { BackupPoint } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useMomentText } from '../frame/use-moment-text';
import { planTexts } from './plan-texts';

/** Points listed by their time. */
const SHOWN = 3;

interface Props {
  /** Ids of points. */
  readonly removes: readonly number[];
  readonly points: readonly BackupPoint[];
}

/** Lists the points that retention would delete, by their times where the page knows them. */
export function RemovedPoints({ removes, points }: Props) {
  const text = useText(planTexts);
  const format = useLocaleFormat();
  const when = useMomentText();
  if (removes.length === 0) return <p className="sd-secondary sd-small">{text('keep.removesNone')}</p>;
  const named = points.filter(({ id }) => removes.includes(id)).map(({ createdAt }) => when(createdAt));
  const what = text('keep.removes', { n: format.number(removes.length), count: removes.length });
  const rest = removes.length - Math.min(named.length, SHOWN);
  // A date begins with a space, which only words before it need.
  const times = named.slice(0, SHOWN).map((time) => time.trimStart());
  const listed = times.join(text('times.join')) + (rest > 0 ? ' …' : '');
  return (
    <div className="bk-warn sd-small">
      {named.length > 0 ? text('keep.removes.named', { what, times: listed }) : what}
    </div>
  );
}
