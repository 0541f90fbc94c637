import type { SafetyCopy } from '@sitedeck/contract';
import { TimeText, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { databaseApi, FRESH } from '../database.api';
import { databaseTexts } from '../database-texts';
import { rowsOf } from '../page/rows-of';
import { taskBefore } from './task-before';
import { useUndo } from './use-undo';

/** Lists the safety copies: the database before each risky task, kept for seven days. */
export function SafetyTab() {
  const text = useText(databaseTexts);
  const kinds = useText('ui');
  const blocked = useBlocked();
  const undo = useUndo();
  const query = databaseApi.useOwnSafetyCopiesQuery({}, FRESH);
  return (
    <ResourceTable<SafetyCopy>
      label={text('tab.safety')}
      rows={rowsOf(query, ({ copies }) => copies)}
      rowKey={({ taskId }) => taskId}
      rowName={(copy) => `${kinds(taskBefore(copy))} ${String(copy.taskId)}`}
      columns={useColumns()}
      acts={[
        {
          key: 'undo',
          label: text('act.undo'),
          run: (copy) => void undo.afterConfirm(copy),
          reason: () => blocked(text('act.undo')),
        },
      ]}
      actsTitle={text('column.acts')}
      tools={<span className="sd-hint">{text('safety.purpose')}</span>}
      empty={{ text: text('safety.empty') }}
      retry={() => void query.refetch()}
    />
  );
}

function useColumns(): readonly ResourceColumn<SafetyCopy>[] {
  const text = useText(databaseTexts);
  const kinds = useText('ui');
  const format = useLocaleFormat();
  return [
    {
      key: 'before',
      title: text('safety.before'),
      card: 'name',
      render: (copy) => text('safety.beforeTask', { task: kinds(taskBefore(copy)) }),
    },
    { key: 'at', title: text('safety.at'), card: 'fact', render: ({ at }) => <TimeText at={at} /> },
    {
      key: 'bytes',
      title: text('column.size'),
      card: 'fact',
      align: 'end',
      render: ({ bytes }) => format.bytes(bytes),
    },
    { key: 'expires', title: text('safety.expires'), render: ({ expiresAt }) => <TimeText at={expiresAt} /> },
  ];
}
