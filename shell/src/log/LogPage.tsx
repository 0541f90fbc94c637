import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { LogRecord } from '@sitedeck/contract';
import { Button, PageHeader, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable } from '@sitedeck/ui/page';
import { useRef, useState } from 'react';
import { NewRows } from './NewRows';
import { ExportButton } from './ExportButton';
import { useLogColumns } from './log-columns';
import { isFiltered } from './log-filter';
import { logStyle } from './log-style';
import { logTexts } from './log-texts';
import { LogDrawer } from './LogDrawer';
import { LogFilters } from './LogFilters';
import { useIsAtRows } from './use-is-at-rows';
import { useLogFilter } from './use-log-filter';
import { useLogRows } from './use-log-rows';

type DetailState = { readonly is: 'open' | 'closing'; readonly record: LogRecord } | { readonly is: 'none' };

/** Who did what on this host, newest first; new operations appear by themselves. */
export function LogPage() {
  const text = useText(logTexts);
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const { filter, change, clear } = useLogFilter();
  const [opened, setOpened] = useState<DetailState>({ is: 'none' });
  const list = useRef<HTMLDivElement>(null);
  const isAtRows = useIsAtRows(list);
  const { rows, marked, waiting, show, refetch } = useLogRows(filter, isAtRows || opened.is !== 'none');
  const open = (record: LogRecord) => setOpened({ is: 'open', record });
  const columns = useLogColumns({ open, marked });
  return (
    <>
      <style>{logStyle}</style>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} onClick={refetch}>
            {shared('act.refresh')}
          </Button>
        }
      />
      <NewRows waiting={waiting} marked={marked.size} list={list} show={show} />
      <div className="sh-log" ref={list}>
        <ResourceTable<LogRecord>
          label={text('title')}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ what, object }) => `${what} ${object}`}
          columns={columns}
          tools={<LogFilters filter={filter} onChange={change} />}
          toolsEnd={<ExportButton filter={filter} />}
          paging={{
            page: filter.page,
            size: filter.size,
            onChange: (page, size) =>
              change({ page: String(size === filter.size ? page : 1), size: String(size) }),
          }}
          empty={{ text: text('empty') }}
          filter={{ active: isFiltered(filter), clear, noMatch: text('noMatch') }}
          retry={refetch}
          dense
          onRow={open}
          rowClass={({ id }) => (marked.has(id) ? 'sh-log-new' : '')}
        />
        {rows.is !== 'failed' && rows.more && (
          <p className="sd-hint sd-small">{text('more', { n: format.number(rows.total) })}</p>
        )}
      </div>
      <LogDrawer
        open={opened.is === 'open'}
        record={opened.is === 'none' ? undefined : opened.record}
        onClose={() => setOpened((now) => (now.is === 'open' ? { ...now, is: 'closing' } : now))}
        onClosed={() => setOpened((now) => (now.is === 'closing' ? { is: 'none' } : now))}
      />
    </>
  );
}
