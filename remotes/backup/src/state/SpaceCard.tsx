import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import { useMomentText } from '../frame/use-moment-text';
import { stateTexts } from './state-texts';
import { useRepository } from './use-repository';

interface Props {
  readonly usedBytes: number | null;
  readonly savedBytes: number;
  readonly checkedAt: string | null;
}

/** Shows the repository's size, and how much more full copies would take. No bar: the size has no limit. */
export function SpaceCard({ usedBytes, savedBytes, checkedAt }: Props) {
  const text = useText(stateTexts);
  const format = useLocaleFormat();
  const id = useId();
  const when = useMomentText();
  const { check } = useRepository();
  const used = usedBytes ?? 0;
  const fullBytes = used + savedBytes;
  const saved = fullBytes > 0 ? format.percent(savedBytes / fullBytes) : format.percent(0);
  return (
    <section className="bk-card sd-card" aria-labelledby={id}>
      <div className="bk-card-head">
        <h2 id={id}>{text('space')}</h2>
        <button
          type="button"
          className="sd-link-button"
          onClick={({ currentTarget }) => void check(currentTarget)}
        >
          {text('check')}
        </button>
      </div>
      {usedBytes === null ? (
        <p className="sd-hint">{text('space.none')}</p>
      ) : (
        <dl className="bk-space-words">
          <div>
            <dt>{text('space.used')}</dt>
            <dd>{format.bytes(used)}</dd>
          </div>
          <div>
            <dt>{text('space.saved')}</dt>
            <dd>
              {format.bytes(savedBytes)} · {saved}
            </dd>
          </div>
        </dl>
      )}
      <p className="sd-hint sd-small">
        {checkedAt === null ? text('check.never') : text('check.last', { when: when(checkedAt) })}
      </p>
    </section>
  );
}
