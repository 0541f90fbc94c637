import type { BackupTarget, TargetPoint } from '@sitedeck/contract';
import { formatTime, toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Skeleton, Tag, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { backupApi, FRESH } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { targetsTexts } from './targets-texts';

interface Props {
  readonly target: BackupTarget;
  readonly onGone: () => void;
}

/** What a target holds of this host. What is not here is chosen until somebody says otherwise. */
export function BringBackDialog({ target: { id, name }, onGone }: Props) {
  const text = useText(targetsTexts);
  const asked = backupApi.useListTargetPointsQuery({ query: { id } }, FRESH);
  const [bring] = backupApi.useBringBackPointsMutation();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const held = asked.error === undefined ? asked.data : undefined;
  const missing = held?.filter(({ here }) => !here) ?? [];
  const chosen = missing.filter(({ key }) => !left.has(key)).map(({ key }) => key);
  const choose = (key: string, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(key);
    else next.add(key);
    setLeft(next);
  };

  const reason = whyNot(held, chosen.length);
  const submit = async (): Promise<FormOutcome> => {
    const isAll = chosen.length === missing.length;
    const { error } = await bring({ body: { id, ...(!isAll && { points: chosen }) } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="bk-form"
      title={text('bring.title', { name })}
      confirm={text('bring')}
      reason={reason === undefined || asked.isFetching ? undefined : text(reason)}
      busy={asked.isFetching}
      failed={text('bring.failed')}
      submit={submit}
      begins
      onGone={onGone}
    >
      <p>{text('bring.body')}</p>
      <Held asked={asked} left={left} onChoose={choose} />
    </FormDialog>
  );
}

/** Of what could not be read nobody says that it is nothing. */
function whyNot(held: readonly TargetPoint[] | undefined, chosen: number) {
  if (!held) return 'bring.unread';
  if (chosen > 0) return undefined;
  return held.every(({ here }) => here) ? 'bring.nothing' : 'bring.choose';
}

interface HeldProps {
  readonly asked: {
    readonly data?: readonly TargetPoint[] | undefined;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly left: ReadonlySet<string>;
  readonly onChoose: (key: string, on: boolean) => void;
}

function Held({ asked: { data, error, isFetching, refetch }, left, onChoose }: HeldProps) {
  const text = useText(targetsTexts);
  const frame = useText(frameTexts);
  if (isFetching) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (error !== undefined || !data)
    return (
      <FaultNotice
        what={text('bring.unread')}
        fault={toFault(error)}
        actions={
          <Button size="small" onClick={() => void refetch()}>
            {frame('act.retry')}
          </Button>
        }
      />
    );
  if (data.length === 0) return <p className="sd-hint">{text('bring.none')}</p>;
  return (
    <ul className="bk-paths" aria-label={text('bring.list')}>
      {data.map((point) => (
        <HeldRow key={point.key} point={point} isChosen={!left.has(point.key)} onChoose={onChoose} />
      ))}
    </ul>
  );
}

interface RowProps extends Pick<HeldProps, 'onChoose'> {
  readonly point: TargetPoint;
  readonly isChosen: boolean;
}

function HeldRow({ point: { key, kind, createdAt, here }, isChosen, onChoose }: RowProps) {
  const text = useText(targetsTexts);
  const frame = useText(frameTexts);
  return (
    <li>
      <label className="bk-check">
        <input
          type="checkbox"
          checked={here || isChosen}
          disabled={here}
          onChange={(event) => onChoose(key, event.target.checked)}
        />
        <span>
          {formatTime(createdAt)} · {frame(`kind.${kind}`)}{' '}
          <Tag tone={here ? 'neutral' : 'primary'}>{text(here ? 'bring.here' : 'bring.there')}</Tag>
        </span>
      </label>
    </li>
  );
}
