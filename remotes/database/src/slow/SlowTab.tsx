import { ReloadOutlined } from '@ant-design/icons';
import type { SlowQuery } from '@sitedeck/contract';
import { IconButton, TimeText, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { databaseApi, FRESH } from '../database.api';
import { databaseTexts } from '../database-texts';
import { rowsOf } from '../page/rows-of';
import { durationText } from './duration-text';

/** The slow queries tab (慢查询), the most expensive ones first. */
export function SlowTab() {
  const text = useText(databaseTexts);
  const query = databaseApi.useOwnSlowQueriesQuery({}, FRESH);
  const { data } = query;
  const refresh = () => void query.refetch();
  return (
    <ResourceTable<SlowQuery>
      label={text('tab.slow')}
      rows={rowsOf(query, ({ queries }) => queries)}
      rowKey={({ statement }) => statement}
      rowName={({ statement }) => statement}
      columns={useColumns()}
      tools={
        data?.kept && (
          <span className="sd-hint">{text('slow.purpose', { time: durationText(data.thresholdMs) })}</span>
        )
      }
      toolsEnd={<IconButton icon={<ReloadOutlined />} label={text('slow.refresh')} onClick={refresh} />}
      empty={{ text: text(data?.kept === false ? 'slow.notKept' : 'slow.empty') }}
      retry={refresh}
    />
  );
}

function useColumns(): readonly ResourceColumn<SlowQuery>[] {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  return [
    {
      key: 'statement',
      title: text('slow.statement'),
      card: 'name',
      render: ({ statement }) => <code className="db-statement sd-mono">{statement}</code>,
    },
    {
      key: 'average',
      title: text('slow.average'),
      card: 'fact',
      align: 'end',
      width: 110,
      render: ({ averageMs }) => text('slow.averageOf', { time: durationText(averageMs) }),
    },
    {
      key: 'worst',
      title: text('slow.worst'),
      align: 'end',
      width: 110,
      render: ({ worstMs }) => durationText(worstMs),
    },
    {
      key: 'count',
      title: text('slow.count'),
      card: 'fact',
      align: 'end',
      width: 110,
      render: ({ count }) => text('slow.countOf', { n: format.number(count), count }),
    },
    {
      key: 'last',
      title: text('slow.last'),
      width: 150,
      render: ({ lastAt }) => <TimeText at={lastAt} />,
    },
  ];
}
