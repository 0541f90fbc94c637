import type { CallReply, listFindingRequests, ScanFile } from '@sitedeck/contract';
import { formatTime, toFault } from '@sitedeck/sdk';
import { InlineAlert, sharedTexts, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { ResourceTable, type ResourceColumn, type ResourceRows } from '@sitedeck/ui/page';
import { visibleCode } from '@sitedeck/ui/visible-name';
import { useState } from 'react';
import { scanApi } from '../scan.api';
import { FilePath } from './FilePath';
import { scanTexts } from './scan-texts';

const WIDTH = 'min(960px, 100%)';

type Requests = CallReply<typeof listFindingRequests>;
/** With a number of its own: two visits may be equal in every field. */
type Visit = Requests['requests'][number] & { readonly number: number };

interface Props {
  readonly file: ScanFile;
  readonly onGone: () => void;
}

/** The visits that called a file, from the access log. */
export function RequestsDrawer({ file, onGone }: Props) {
  const text = useText(scanTexts);
  const shared = useText(sharedTexts);
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      title={text('requests.title')}
      closable={{ placement: 'end', 'aria-label': shared('act.close') }}
      onGone={onGone}
      destroyOnHidden
    >
      <Visits file={file} />
    </Drawer>
  );
}

function Visits({ file: { id, path } }: Pick<Props, 'file'>) {
  const text = useText(scanTexts);
  const query = scanApi.useListFindingRequestsQuery({ query: { id } });
  return (
    <div className="sf-requests">
      <p>
        <FilePath path={path} />
      </p>
      {query.data?.isComplete === false && (
        <InlineAlert kind="sigh">{text('requests.incomplete')}</InlineAlert>
      )}
      <ResourceTable<Visit>
        label={text('requests.title')}
        rows={rowsOf(query)}
        rowKey={({ number }) => number}
        rowName={({ at }) => formatTime(at)}
        columns={useColumns()}
        empty={{ text: text('requests.empty') }}
        retry={() => void query.refetch()}
        dense
      />
    </div>
  );
}

interface Query {
  readonly data?: Requests | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
}

function rowsOf({ data, error, isFetching }: Query): ResourceRows<Visit> {
  if (error !== undefined && !isFetching) return { is: 'failed', fault: toFault(error) };
  const rows = (data?.requests ?? []).map((request, number) => ({ ...request, number }));
  return { is: data === undefined ? 'loading' : 'ready', rows, total: rows.length };
}

const asText = (value: string) => (
  <bdi className="sf-path sd-mono" dir="ltr">
    {visibleCode(value)}
  </bdi>
);

function useColumns(): readonly ResourceColumn<Visit>[] {
  const text = useText(scanTexts);
  return [
    {
      key: 'at',
      title: text('requests.at'),
      card: 'fact',
      width: 170,
      render: ({ at }) => formatTime(at),
    },
    {
      key: 'address',
      title: text('requests.address'),
      card: 'fact',
      width: 150,
      render: ({ address }) => asText(address),
    },
    {
      key: 'request',
      title: text('requests.request'),
      card: 'name',
      render: ({ request }) => asText(request),
    },
    {
      key: 'status',
      title: text('requests.status'),
      card: 'status',
      width: 80,
      render: ({ status }) => status,
    },
    { key: 'agent', title: text('requests.agent'), card: 'fact', render: ({ agent }) => asText(agent) },
  ];
}
