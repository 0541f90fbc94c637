import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId, type ReactNode } from 'react';
import { homeTexts } from './home-texts';
import type { Meter, QuotaLevel } from './quota';

type Limited = Extract<Meter, { is: 'limited' }>;
type Alarm = Exclude<QuotaLevel, 'normal'>;

interface Props {
  readonly name: string;
  readonly meter: Meter;
  /** Use and limit in large figures. */
  readonly figures: ReactNode;
  /** The same as a sentence, for readers of the bar. */
  readonly words: string | undefined;
  readonly level: (level: Alarm) => string;
  readonly end?: ReactNode;
  /** Further facts below the bar. */
  readonly children?: ReactNode;
}

/** Use of one limited resource, as a bar and as figures. */
export function MeterCell({ name, meter, figures, words, level, end, children }: Props) {
  const id = useId();
  return (
    <div className="sh-quota">
      <div className="sh-quota-head">
        <h2 id={id}>{name}</h2>
        {meter.is === 'limited' && <Level meter={meter} words={level} />}
        {end}
      </div>
      <p className="sh-quota-figures">{figures}</p>
      <Bar id={id} meter={meter} words={words} />
      <p className="sh-quota-foot sh-dotted">{children}</p>
    </div>
  );
}

/** Colour alone is never enough: from 80 % on a sign and words are beside the figure. */
function Level({ meter, words }: { readonly meter: Limited; readonly words: Props['level'] }) {
  const format = useLocaleFormat();
  const { level, share } = meter;
  return (
    <span className={`sh-quota-level sh-quota-level-${level}`}>
      {level !== 'normal' && (
        <>
          <ExclamationCircleOutlined aria-hidden title={words(level)} />
          <span className="sd-visually-hidden">{words(level)} </span>
        </>
      )}
      {format.percent(share)}
    </span>
  );
}

/** Use and limit in figures that have no unit, or the same. */
export const Figures = ({ used, limit }: { readonly used: string; readonly limit: string }) => (
  <>
    <strong>{used}</strong> <span>/ {limit}</span>
  </>
);

interface ByteFiguresProps {
  readonly used: number;
  /** Undefined: there is none. */
  readonly limit: number | undefined;
}

/** The unit is shown once if it is the same. */
export function ByteFigures({ used, limit }: ByteFiguresProps) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  const [number = '', unit = ''] = format.bytes(used).split(' ');
  const most = limit === undefined ? undefined : format.bytes(limit);
  const ownUnit = most?.endsWith(` ${unit}`) === true ? '' : ` ${unit}`;
  return (
    <>
      <strong>{number}</strong>
      {ownUnit} {most === undefined && '· '}
      <span>{most === undefined ? text('quota.unlimited') : `/ ${most}`}</span>
    </>
  );
}

function Bar({ id, meter, words }: { readonly id: string } & Pick<Props, 'meter' | 'words'>) {
  if (meter.is === 'unlimited') return null;
  if (meter.is === 'measuring') return <div className="sh-quota-none" />;
  const filled = Math.min(1, meter.share);
  return (
    <div
      className={`sd-bar-track sh-quota-${meter.level}`}
      role="meter"
      aria-labelledby={id}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(filled * 100)}
      aria-valuetext={words}
    >
      <span className="sd-bar-done" style={{ width: `${filled * 100}%` }} />
    </div>
  );
}
