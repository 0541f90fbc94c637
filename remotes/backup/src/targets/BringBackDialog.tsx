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

/** Lists the host's points on a target. Points that the repository lacks are chosen at first. */
export function BringBackDialog({ target: { id, name }, onGone }: Props) {
  const text = useText(targetsTexts);
  const query = backupApi.useListTargetPointsQuery({ query: { id } }, FRESH);
  const [bring] = backupApi.useBringBackPointsMutation();
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const points = query.error === undefined ? query.data : undefined;
  const missing = points?.filter(({ here }) => !here) ?? [];
  const chosen = missing.filter(({ key }) => !deselected.has(key)).map(({ key }) => key);
  const choose = (key: string, on: boolean) => {
    const next = new Set(deselected);
    if (on) next.delete(key);
    else next.add(key);
    setDeselected(next);
  };

  const reason = blockedReason(points, chosen.length);
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
      reason={reason === undefined || query.isFetching ? undefined : text(reason)}
      busy={query.isFetching}
      failed={text('bring.failed')}
      submit={submit}
      begins
      onGone={onGone}
    >
      <p>{text('bring.body')}</p>
      <PointList query={query} deselected={deselected} onChoose={choose} />
    </FormDialog>
  );
}

/** Why nothing can be imported. A target that could not be read is not reported as empty. */
function blockedReason(held: readonly TargetPoint[] | undefined, chosen: number) {
  if (!held) return 'bring.unread';
  if (chosen > 0) return undefined;
  return held.every(({ here }) => here) ? 'bring.nothing' : 'bring.choose';
}

interface PointListProps {
  readonly query: {
    readonly data?: readonly TargetPoint[] | undefined;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly deselected: ReadonlySet<string>;
  readonly onChoose: (key: string, on: boolean) => void;
}

function PointList({ query: { data, error, isFetching, refetch }, deselected, onChoose }: PointListProps) {
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
        <TargetPointRow
          key={point.key}
          point={point}
          isChosen={!deselected.has(point.key)}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

interface RowProps extends Pick<PointListProps, 'onChoose'> {
  readonly point: TargetPoint;
  readonly isChosen: boolean;
}

function TargetPointRow({ point: { key, kind, createdAt, here }, isChosen, onChoose }: RowProps) {
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
