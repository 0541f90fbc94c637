import { SCAN_PAGE_MAX, type CallReply, type listFindings, type ScanFile } from '@sitedeck/contract';
import { toFault, type RemoteContext } from '@sitedeck/sdk';
import { InlineAlert, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceRows } from '@sitedeck/ui/page';
import { useSettled } from '@sitedeck/ui/use-settled';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useState, type Key } from 'react';
import { FRESH, scanApi } from '../scan.api';
import { BulkActs } from './BulkActs';
import { FindingDetail } from './FindingDetail';
import { FindingTools } from './FindingTools';
import { ReportMenu } from './ReportMenu';
import type { ScanStatus } from './scan-status';
import { scanTexts } from './scan-texts';
import type { Address } from './use-address';
import { useFindingActs } from './use-finding-acts';
import { useFindingColumns } from './use-finding-columns';

const SIZE = 20;

interface Props {
  readonly ctx: RemoteContext;
  readonly status: ScanStatus;
  readonly address: Address;
}

/** Files of one state, the gravest first, each with its reasons. */
export function FindingList({ ctx, status, address }: Props) {
  const text = useText(scanTexts);
  const { tab, severity, filter, page } = address;
  const [size, setSize] = useState(SIZE);
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const keyword = useSettled(filter);
  const query = scanApi.useListFindingsQuery({ query: { state: tab, severity, keyword, page, size } }, FRESH);
  const rows = rowsOf(query);
  const shown = rows.is === 'failed' ? [] : rows.rows;
  // A row that has left the list must not be part of the next act.
  const chosen = shown.filter(({ id }) => keys.includes(id));
  const acts = useFindingActs(tab, () => setKeys([]));
  const columns = useFindingColumns(tab);
  const emptyText = useEmptyText(status, tab);
  return (
    <div className="sf-list">
      <ResourceTable<ScanFile>
        label={text(`tab.${tab}`)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ path }) => visibleName(path)}
        columns={columns}
        acts={acts.ofRow}
        actsTitle={text('column.acts')}
        actsWidth={150}
        detail={(file) => <FindingDetail ctx={ctx} file={file} falseAlarm={acts.falseAlarm} />}
        tools={<FindingTools address={address} />}
        toolsEnd={<ReportMenu />}
        {...(acts.ofMany.length > 0 && {
          selection: {
            keys: chosen.map(({ id }) => id),
            onChange: setKeys,
            nameOf: ({ path }: ScanFile) => visibleName(path),
            acts: <BulkActs acts={acts.ofMany} files={chosen} />,
          },
        })}
        paging={{
          page,
          size,
          onChange: (next, nextSize) => {
            // The menu of sizes offers more than the server gives.
            setSize(Math.min(nextSize, SCAN_PAGE_MAX));
            address.show({ page: nextSize === size ? next : 1 });
          },
        }}
        empty={{ text: emptyText }}
        filter={{
          active: filter !== '' || severity !== '',
          clear: () => address.show({ filter: '', severity: '' }),
        }}
        retry={() => void query.refetch()}
      />
      {tab === 'open' && shown.length > 0 && <QuarantineNote {...status} address={address} />}
    </div>
  );
}

interface NoteProps extends Pick<ScanStatus, 'quarantined'> {
  readonly address: Address;
}

/** Says what quarantine does, and leads to what is there. */
function QuarantineNote({ quarantined, address }: NoteProps) {
  const text = useText(scanTexts);
  const show = () => address.show({ tab: 'quarantined', severity: '', filter: '' });
  return (
    <InlineAlert
      kind="primary"
      actions={
        quarantined > 0 && (
          <button type="button" className="sd-link-button" onClick={show}>
            {text('note.show')}
          </button>
        )
      }
    >
      {text('note.quarantine')}
    </InlineAlert>
  );
}

/** A list is called clean only after a complete scan. */
function useEmptyText({ last }: ScanStatus, tab: Address['tab']): string {
  const text = useText(scanTexts);
  const { number } = useLocaleFormat();
  if (tab !== 'open') return text(`empty.${tab}`);
  if (last === null || !last.isComplete) return text('empty.incomplete');
  return text('verdict.clean', { count: last.files, n: number(last.files) });
}

interface Query {
  readonly data?: CallReply<typeof listFindings> | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
}

function rowsOf({ data, error, isFetching }: Query): ResourceRows<ScanFile> {
  if (error !== undefined && !isFetching) return { is: 'failed', fault: toFault(error) };
  return {
    is: isFetching || data === undefined ? 'loading' : 'ready',
    rows: data?.files ?? [],
    total: data?.total ?? 0,
  };
}
