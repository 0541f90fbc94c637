import type { ShareInUse } from '@sitedeck/contract';
import { usePulse } from '@sitedeck/sdk';
import { TimeSentence, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { blockOf } from './block-state';
import { useShareInUseQuery } from './home.api';
import { homeTexts } from './home-texts';
import { ByteFigures, Figures, MeterCell } from './MeterCell';
import { MeterGroup } from './MeterGroup';
import { meterOf } from './quota';

/** How often use is polled while the page is visible, ms. */
const POLL_MS = 10_000;

/** What the programs of the site use of their share, as bars and as figures. */
export function ShareUse() {
  const text = useText(homeTexts);
  const query = useShareInUseQuery({}, { refetchOnMountOrArgChange: true });
  const state = blockOf<ShareInUse>(query);
  usePulse(query.refetch, POLL_MS);
  return (
    <MeterGroup
      name={text('share')}
      failed={text('share.failed')}
      state={state}
      cells={['memory', 'processes', 'cpu']}
    >
      {(share) => <InUse share={share} />}
    </MeterGroup>
  );
}

function InUse({ share: { memory, processes, cpu } }: { readonly share: ShareInUse }) {
  const text = useText(homeTexts);
  if (!memory && !processes && !cpu) return <p className="sh-share-none">{text('share.none')}</p>;
  return (
    <>
      {memory && <Memory {...memory} />}
      {processes && <Processes {...processes} />}
      {cpu && <Processor {...cpu} />}
    </>
  );
}

interface CellProps {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  /** A figure in words, with its unit. */
  readonly amount: (value: number) => string;
  readonly figures: ReactNode;
  readonly children: ReactNode;
}

function Cell({ name, used, limit, amount, figures, children }: CellProps) {
  const text = useText(homeTexts);
  return (
    <MeterCell
      name={name}
      meter={meterOf({ used, quota: limit })}
      figures={figures}
      words={text('quota.of', { used: amount(used), quota: amount(limit) })}
      level={(level) => text(`share.level.${level}`)}
    >
      {children}
    </MeterCell>
  );
}

function Memory({ used, limit, waits, hit }: NonNullable<ShareInUse['memory']>) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  return (
    <Cell
      name={text('share.memory')}
      used={used}
      limit={limit}
      amount={(bytes) => format.bytes(bytes)}
      figures={<ByteFigures used={used} limit={limit} />}
    >
      {waits && <span>{text('share.waits')}</span>}
      {hit && <LastHit at={hit.at} />}
    </Cell>
  );
}

function Processes({ used, limit, hit }: NonNullable<ShareInUse['processes']>) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  return (
    <Cell
      name={text('share.processes')}
      used={used}
      limit={limit}
      amount={(count) => format.number(count)}
      figures={<Figures used={format.number(used)} limit={format.number(limit)} />}
    >
      {hit && <LastHit at={hit.at} />}
    </Cell>
  );
}

function Processor({ used, limit, throttled }: NonNullable<ShareInUse['cpu']>) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  const amount = (percent: number) => format.percent(percent / 100);
  return (
    <Cell
      name={text('share.cpu')}
      used={used}
      limit={limit}
      amount={amount}
      figures={<Figures used={amount(used)} limit={amount(limit)} />}
    >
      <span>{text(throttled ? 'share.throttled' : 'share.ofCore')}</span>
    </Cell>
  );
}

function LastHit({ at }: { readonly at: string }) {
  const text = useText(homeTexts);
  return (
    <span>
      <TimeSentence at={at} words={(time) => text('share.hit', { time })} />
    </span>
  );
}
