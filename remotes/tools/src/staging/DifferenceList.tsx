import { EditOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { Staging, StagingDifference } from '@sitedeck/contract';
import { formatTime, useTaskChanges } from '@sitedeck/sdk';
import { Button, LockedTip, useBlocked, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn, type ResourceRows, type RowAct } from '@sitedeck/ui/page';
import { lazy, Suspense, useState, type Key, type ReactNode } from 'react';
import { PushDialog } from './PushDialog';
import { STAGING_KINDS } from './staging-kinds';
import { stagingTexts } from './staging-texts';
import { useDifferences, type Differences } from './use-differences';

const FileDifference = lazy(() =>
  import('./FileDifference').then((module) => ({ default: module.FileDifference })),
);

const ICONS: Readonly<Record<StagingDifference['is'], ReactNode>> = {
  added: <PlusOutlined aria-hidden />,
  changed: <EditOutlined aria-hidden />,
  removed: <MinusOutlined aria-hidden />,
};

/** What differs from the live site; selected rows can be pushed. */
export function DifferenceList({ staging }: { readonly staging: Staging }) {
  const text = useText(stagingTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const found = useDifferences();
  const [keys, setKeys] = useState<readonly Key[]>([]);
  useTaskChanges(STAGING_KINDS, () => {
    setKeys([]);
    found.reload();
  });
  const selected = found.rows.filter(({ path, type }) => type !== 'other' && keys.includes(path));
  const reason = blocked(text('push'));
  const push = () =>
    reason === undefined &&
    show((gone) => <PushDialog staging={staging} selected={selected} onGone={gone} />);
  return (
    <section aria-labelledby="tl-differences">
      <h2 id="tl-differences">{text('differences')}</h2>
      <ResourceTable<StagingDifference>
        label={text('differences')}
        rows={rowsOf(found)}
        rowKey={({ path }) => path}
        rowName={({ path }) => path}
        columns={useColumns()}
        acts={useActs(staging)}
        actsTitle={text('column.acts')}
        toolsEnd={
          <Button size="small" onClick={found.reload}>
            {text('differences.reload')}
          </Button>
        }
        selection={{
          keys: selected.map(({ path }) => path),
          onChange: setKeys,
          nameOf: ({ path }) => path,
          acts: (
            <LockedTip reason={reason}>
              <Button type="primary" size="small" onClick={push}>
                {text('push.selected')}
              </Button>
            </LockedTip>
          ),
        }}
        empty={{ text: text(found.more ? 'differences.notYet' : 'differences.none') }}
        retry={found.reload}
        dense
      />
      {found.more && (
        <div className="tl-acts">
          <Button loading={found.isLoading} onClick={found.more}>
            {text('differences.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function rowsOf({ rows, isLoading, fault }: Differences): ResourceRows<StagingDifference> {
  if (fault && rows.length === 0) return { is: 'failed', fault };
  return { is: isLoading && rows.length === 0 ? 'loading' : 'ready', rows, total: rows.length };
}

function useActs(staging: Staging): readonly RowAct<StagingDifference>[] {
  const text = useText(stagingTexts);
  const show = useDialog();
  const blocked = useBlocked();
  return [
    {
      key: 'view',
      label: text('file.view'),
      shown: ({ type }) => type === 'file',
      run: (difference) =>
        show((gone) => (
          <Suspense fallback={null}>
            <FileDifference difference={difference} onGone={gone} />
          </Suspense>
        )),
    },
    {
      // A narrow list has no selection.
      key: 'push',
      label: text('push.one'),
      shown: ({ type }) => type !== 'other',
      reason: () => blocked(text('push')),
      run: (difference) =>
        show((gone) => <PushDialog staging={staging} selected={[difference]} onGone={gone} />),
    },
  ];
}

function useColumns(): readonly ResourceColumn<StagingDifference>[] {
  const text = useText(stagingTexts);
  const format = useLocaleFormat();
  const bytes = (size: number | null) => (size === null ? '—' : format.bytes(size));
  return [
    {
      key: 'path',
      title: text('column.path'),
      card: 'name',
      render: ({ path, type }) => (
        <>
          <span className="tl-break" dir="ltr">
            {type === 'folder' ? `${path}/` : path}
          </span>
          {type === 'other' && <div className="sd-secondary sd-small">{text('differences.clash')}</div>}
        </>
      ),
    },
    {
      key: 'is',
      title: text('column.is'),
      card: 'status',
      width: 110,
      render: ({ is }) => (
        <span className={`tl-change-${is}`}>
          {ICONS[is]} {text(`is.${is}`)}
        </span>
      ),
    },
    {
      key: 'size',
      title: text('column.size'),
      card: 'fact',
      width: 200,
      render: ({ size, liveSize }) =>
        size !== null && liveSize !== null ? `${bytes(liveSize)} → ${bytes(size)}` : bytes(size ?? liveSize),
    },
    {
      key: 'time',
      title: text('column.time'),
      card: 'fact',
      width: 170,
      render: ({ changedAt }) => formatTime(changedAt),
    },
  ];
}
