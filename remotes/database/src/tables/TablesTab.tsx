import type { DatabaseInfo, DatabaseTable } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { Button, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { ResourceTable } from '@sitedeck/ui/page';
import { useState } from 'react';
import { useAdminTool } from '../admin-tool/use-admin-tool';
import { databaseApi, FRESH } from '../database.api';
import { databaseTexts } from '../database-texts';
import { rowsOf } from '../page/rows-of';
import { SORTS, type Address } from '../page/use-address';
import { useDialogs } from '../page/use-dialogs';
import { useTableColumns } from './table-columns';
import { tablesFor } from './table-list';
import { TableTools, Measured } from './TableTools';

interface Props {
  readonly address: Address;
  readonly info: DatabaseInfo;
  readonly ctx: RemoteContext;
  readonly refresh: () => void;
}

/** The tables tab (数据表): the tables with their sizes. */
export function TablesTab({ address, info, ctx, refresh }: Props) {
  const text = useText(databaseTexts);
  const blocked = useBlocked();
  const open = useDialogs(ctx);
  const adminTool = useAdminTool(ctx);
  const list = useTables(address);
  const { query, chosen, choose } = list;
  const refreshAll = () => {
    refresh();
    void query.refetch();
  };
  return (
    <ResourceTable<DatabaseTable>
      label={text('tab.tables')}
      rows={list.rows}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
      columns={useTableColumns({
        largest: list.largest,
        // A portal may not open the admin tool.
        open: ctx.surface === undefined ? (name) => void adminTool.open(name) : undefined,
      })}
      acts={[{ key: 'export', label: text('act.export'), run: ({ name }) => open.export([name]) }]}
      actsTitle={text('column.acts')}
      tools={<TableTools address={address} tables={query.data?.tables ?? []} />}
      toolsEnd={<Measured at={info.measuredAt} refresh={refreshAll} />}
      paging={list.paging}
      sorting={{
        now: { key: address.sort, order: address.order },
        onChange: (next) =>
          address.show({
            sort: SORTS.find((sort) => sort === next?.key) ?? 'size',
            order: next?.order ?? 'descend',
          }),
      }}
      selection={{
        keys: chosen,
        onChange: (keys) => choose(keys.map(String)),
        nameOf: ({ name }) => name,
        acts: (
          <Button size="small" onClick={() => open.export(chosen)}>
            {text('act.export')}
          </Button>
        ),
      }}
      empty={{
        text: text('tables.empty'),
        action: (
          <LockedTip reason={blocked(text('act.import'))}>
            <Button onClick={open.import}>{text('act.import')}</Button>
          </LockedTip>
        ),
      }}
      filter={{
        active: address.filter !== '' || address.engine !== '',
        clear: () => address.show({ filter: '', engine: '' }),
        noMatch: text('tables.noMatch'),
      }}
      retry={() => void query.refetch()}
    />
  );
}

function useTables(address: Address) {
  const query = databaseApi.useOwnTablesQuery({}, FRESH);
  const [picked, choose] = useState<readonly string[]>([]);
  const { filter, engine, sort, order } = address;
  // A changed filter or order starts on the first page.
  const listKey = JSON.stringify([filter, engine, sort, order]);
  const [{ page, size, of }, setPaging] = useState({ page: 1, size: 20, of: listKey });

  const all = query.data?.tables ?? [];
  const names = new Set(all.map(({ name }) => name));
  const rows = rowsOf(query, ({ tables }) => tablesFor(tables, address));
  // The list may have become shorter.
  const shown =
    rows.is === 'failed' ? 1 : Math.max(1, Math.min(of === listKey ? page : 1, Math.ceil(rows.total / size)));
  return {
    query,
    /** Removed tables are deselected. */
    chosen: picked.filter((name) => names.has(name)),
    choose,
    largest: Math.max(0, ...all.map(({ bytes }) => bytes)),
    rows: rows.is === 'failed' ? rows : { ...rows, rows: rows.rows.slice((shown - 1) * size, shown * size) },
    paging: {
      page: shown,
      size,
      onChange: (next: number, many: number) =>
        setPaging({ page: many === size ? next : 1, size: many, of: listKey }),
    },
  };
}
