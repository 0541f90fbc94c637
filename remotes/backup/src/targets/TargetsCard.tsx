import { HddOutlined } from '@ant-design/icons';
import { TARGETS_MAX, type BackupTarget } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import {
  Button,
  FaultNotice,
  LockedTip,
  Skeleton,
  useDialog,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { lazy, Suspense, useId } from 'react';
import { frameTexts } from '../frame/frame-texts';
import { TargetRow } from './TargetRow';
import { targetsTexts } from './targets-texts';
import type { useTargets } from './use-targets';

const TargetDialog = lazy(() => import('./TargetDialog').then((file) => ({ default: file.TargetDialog })));

const BringBackDialog = lazy(() =>
  import('./BringBackDialog').then((file) => ({ default: file.BringBackDialog })),
);

interface Props {
  readonly query: ReturnType<typeof useTargets>;
  readonly usedBytes: number | null;
}

/** The storage locations (存储位置): the repository on this node, and the targets that get copies. */
export function TargetsCard({ query, usedBytes }: Props) {
  const text = useText(targetsTexts);
  const id = useId();
  const format = useLocaleFormat();
  const show = useDialog();
  const count = query.data?.length ?? 0;
  const edit = (target?: BackupTarget) =>
    show((gone) => (
      <Suspense>
        <TargetDialog target={target} onGone={gone} />
      </Suspense>
    ));
  const bringBack = (target: BackupTarget) =>
    show((gone) => (
      <Suspense>
        <BringBackDialog target={target} onGone={gone} />
      </Suspense>
    ));
  return (
    <section className="bk-card sd-card" aria-labelledby={id}>
      <div className="bk-card-head">
        <h2 id={id}>{text('title')}</h2>
        <LockedTip reason={count >= TARGETS_MAX ? text('full', { n: TARGETS_MAX }) : undefined}>
          <button type="button" className="sd-link-button" aria-label={text('add.of')} onClick={() => edit()}>
            {text('add')}
          </button>
        </LockedTip>
      </div>
      <ul className="bk-targets">
        <li>
          <div className="bk-target">
            <HddOutlined aria-hidden />
            <span className="bk-target-name">{text('local')}</span>
            <span className="sd-hint sd-small">{usedBytes === null ? '' : format.bytes(usedBytes)}</span>
          </div>
        </li>
        <Others query={query} onEdit={edit} onBringBack={bringBack} />
      </ul>
    </section>
  );
}

interface OthersProps extends Pick<Props, 'query'> {
  readonly onEdit: (target: BackupTarget) => void;
  readonly onBringBack: (target: BackupTarget) => void;
}

function Others({ query, onEdit, onBringBack }: OthersProps) {
  const text = useText(targetsTexts);
  const frame = useText(frameTexts);
  const { data, error, refetch } = query;
  if (data) {
    if (data.length === 0) return <li className="sd-hint sd-small">{text('none')}</li>;
    return data.map((target) => (
      <TargetRow
        key={target.id}
        target={target}
        onEdit={() => onEdit(target)}
        onBringBack={() => onBringBack(target)}
      />
    ));
  }
  if (error === undefined)
    return (
      <li aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </li>
    );
  return (
    <li>
      <FaultNotice
        what={text('failed')}
        fault={toFault(error)}
        actions={<Button onClick={() => void refetch()}>{frame('act.retry')}</Button>}
      />
    </li>
  );
}
