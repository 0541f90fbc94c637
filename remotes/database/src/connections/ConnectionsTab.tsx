import { ReloadOutlined } from '@ant-design/icons';
import type { DatabaseProcess } from '@sitedeck/contract';
import { usePulse } from '@sitedeck/sdk';
import { IconButton, useConfirm, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { databaseApi, FRESH } from '../database.api';
import { databaseTexts } from '../database-texts';
import { rowsOf } from '../page/rows-of';
import { durationText } from '../slow/duration-text';

const EVERY_MS = 5000;

/** The connections tab (连接): open connections of the host's database user, and what each one executes. */
export function ConnectionsTab() {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  const query = databaseApi.useOwnProcessesQuery({}, FRESH);
  const { data, error, isFetching } = query;
  // Loading only before the first reply: a list that failed keeps its fault until a reply comes.
  const isFirst = isFetching && !data && error === undefined;
  const refresh = () => void query.refetch();
  usePulse(query.refetch, EVERY_MS);
  const end = useEnd();
  return (
    <ResourceTable<DatabaseProcess>
      label={text('tab.connections')}
      // Polling never dims the rows: the shown list is recent enough.
      rows={rowsOf({ ...query, isFetching: isFirst }, ({ processes }) => processes)}
      rowKey={({ id }) => id}
      rowName={({ id }) => String(id)}
      columns={useColumns()}
      acts={[{ key: 'end', label: text('connections.end'), run: (row) => void end(row), danger: true }]}
      actsTitle={text('column.acts')}
      tools={
        data && (
          <span className="sd-hint">
            {text('connections.purpose', {
              n: format.number(data.processes.length),
              limit: format.number(data.limit),
            })}
          </span>
        )
      }
      toolsEnd={
        <IconButton icon={<ReloadOutlined />} label={text('connections.refresh')} onClick={refresh} />
      }
      empty={{ text: text('connections.empty') }}
      retry={refresh}
    />
  );
}

function useEnd() {
  const text = useText(databaseTexts);
  const confirm = useConfirm();
  const { message } = useFeedback();
  const [kill] = databaseApi.useKillProcessMutation();
  return async ({ id, client }: DatabaseProcess) => {
    const agreed = await confirm.danger({
      title: text('connections.endTitle', { id, client }),
      body: text('connections.endAsk'),
      confirm: text('connections.endConfirm'),
    });
    if (!agreed) return;
    // The shell announces a refusal.
    const { data } = await kill({ body: { id } });
    if (data) message.success(text('connections.ended', { id }));
  };
}

function useColumns(): readonly ResourceColumn<DatabaseProcess>[] {
  const text = useText(databaseTexts);
  return [
    { key: 'id', title: text('connections.id'), card: 'name', width: 90, render: ({ id }) => String(id) },
    {
      key: 'client',
      title: text('connections.client'),
      card: 'fact',
      width: 150,
      render: ({ client }) => <span className="sd-mono db-break">{client}</span>,
    },
    {
      key: 'state',
      title: text('connections.state'),
      card: 'status',
      width: 150,
      render: ({ command, state }) => (state === '' ? command : `${command} · ${state}`),
    },
    {
      key: 'seconds',
      title: text('connections.seconds'),
      card: 'fact',
      align: 'end',
      width: 100,
      render: ({ seconds }) => durationText(seconds * 1000),
    },
    {
      key: 'statement',
      title: text('slow.statement'),
      render: ({ statement }) =>
        statement === '' ? (
          <span className="sd-hint">{text('connections.idle')}</span>
        ) : (
          <code className="db-statement sd-mono">{statement}</code>
        ),
    },
  ];
}
