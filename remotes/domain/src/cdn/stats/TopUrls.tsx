import type { CdnTopUrl } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { useId } from 'react';
import { hitRatio, percentFigure } from '../ratio';
import { statsTexts } from './stats-texts';

/** The most requested URLs. */
export function TopUrls({ urls }: { readonly urls: readonly CdnTopUrl[] }) {
  const text = useText(statsTexts);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <ResourceTable<CdnTopUrl>
        label={text('urls')}
        rows={{ is: 'ready', rows: urls, total: urls.length }}
        rowKey={({ url }) => url}
        rowName={({ url }) => url}
        columns={useColumns()}
        tools={
          <>
            <h2 id={id}>{text('urls')}</h2>
            <span className="sd-hint sd-small">{text('urls.hint')}</span>
          </>
        }
        empty={{ text: '' }}
        retry={() => undefined}
        dense
      />
    </section>
  );
}

function useColumns(): readonly ResourceColumn<CdnTopUrl>[] {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const figure = (title: string, value: (row: CdnTopUrl) => string) => ({
    title,
    card: 'fact' as const,
    align: 'end' as const,
    width: 120,
    render: (row: CdnTopUrl) => (
      <span className="dc-nowrap">
        <span className="dm-card-only">{title} </span>
        {value(row)}
      </span>
    ),
  });
  return [
    {
      key: 'url',
      title: text('url'),
      card: 'name',
      render: ({ url }) => <span className="dm-wrap sd-mono">{url}</span>,
    },
    { key: 'requests', ...figure(text('requests'), ({ requests }) => format.number(requests)) },
    {
      key: 'ratio',
      ...figure(text('ratio'), (row) => `${percentFigure(hitRatio(row) ?? 0, format.number)}%`),
    },
    { key: 'bytes', ...figure(text('traffic'), ({ bytes }) => format.bytes(bytes)) },
  ];
}
