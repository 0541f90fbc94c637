import type { CdnDomain } from '@sitedeck/contract';
import type { RemoteNav } from '@sitedeck/sdk';
import { Button, useBlocked, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Switch } from '@sitedeck/ui/more';
import { ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { useId, useState } from 'react';
import { LinkButton } from '../frame/LinkButton';
import { State } from '../frame/State';
import { BIND_PAGE, pointsAway } from './can-switch';
import type { CdnReply, CdnStats } from './cdn.api';
import { cdnTexts } from './cdn-texts';
import { hitShare, shareFigure } from './share';
import { useSwitchCdn } from './use-cdn-changes';

const PAGE_SIZE = 10;

interface Props {
  readonly data: CdnReply;
  /** Undefined while it loads, or without a domain whose cache is on. */
  readonly stats: CdnStats | undefined;
  readonly nav: RemoteNav;
}

/** The domains of the host: what the cache saves for each, and its switch. */
export function CdnDomains({ data: { domains, version }, stats, nav }: Props) {
  const text = useText(cdnTexts);
  const id = useId();
  const [paging, setPaging] = useState({ page: 1, size: PAGE_SIZE });
  const page = Math.min(paging.page, Math.max(1, Math.ceil(domains.length / paging.size)));
  const shown = domains.slice((page - 1) * paging.size, page * paging.size);
  return (
    <section aria-labelledby={id}>
      <ResourceTable<CdnDomain>
        label={text('domains')}
        rows={{ is: 'ready', rows: shown, total: domains.length }}
        rowKey={({ name }) => name}
        rowName={(domain) => domain.shown}
        columns={useColumns({ stats, version, nav })}
        tools={<h2 id={id}>{text('domains')}</h2>}
        {...(domains.length > PAGE_SIZE && {
          paging: {
            page,
            size: paging.size,
            onChange: (next: number, size: number) => setPaging({ page: next, size }),
          },
        })}
        empty={{
          text: text('domains.none'),
          action: (
            <Button type="primary" onClick={() => nav.go(`${BIND_PAGE}?act=bind`)}>
              {text('act.bind')}
            </Button>
          ),
        }}
        retry={() => undefined}
      />
    </section>
  );
}

interface ColumnFacts {
  readonly stats: CdnStats | undefined;
  readonly version: number;
  readonly nav: RemoteNav;
}

function useColumns({ stats, version, nav }: ColumnFacts): readonly ResourceColumn<CdnDomain>[] {
  const text = useText(cdnTexts);
  const format = useLocaleFormat();
  const countsOf = ({ name }: CdnDomain) => stats?.domains.find((one) => one.name === name);
  return [
    {
      key: 'name',
      title: text('column.domain'),
      card: 'name',
      render: ({ shown }) => <span className="dm-wrap">{shown}</span>,
    },
    {
      key: 'ratio',
      title: text('column.ratio'),
      card: 'fact',
      width: '40%',
      render: (domain) => <RatioCell domain={domain} counts={countsOf(domain)} nav={nav} />,
    },
    {
      key: 'saved',
      title: text('column.saved'),
      card: 'fact',
      align: 'end',
      render: (domain) => {
        const counts = countsOf(domain);
        return (
          <span className="dc-nowrap">
            <span className="dm-card-only">{text('column.saved')} </span>
            {counts ? format.bytes(counts.hitBytes) : '—'}
          </span>
        );
      },
    },
    {
      key: 'switch',
      title: 'CDN',
      card: 'status',
      align: 'end',
      width: 76,
      render: (domain) => <DomainSwitch domain={domain} version={version} />,
    },
  ];
}

interface RatioProps {
  readonly domain: CdnDomain;
  readonly counts: CdnStats['domains'][number] | undefined;
  readonly nav: RemoteNav;
}

/** The hit ratio as bar and figure; or why the cache does nothing for a domain that leads elsewhere. */
function RatioCell({ domain, counts, nav }: RatioProps) {
  const text = useText(cdnTexts);
  const format = useLocaleFormat();
  const share = counts && hitShare(counts);
  if (pointsAway(domain))
    return (
      <State tone={domain.isOn ? 'warning' : 'none'} words={text(domain.isOn ? 'away.on' : 'away.off')}>
        <LinkButton
          words={text('away.how')}
          label={text('away.howFor', { name: domain.shown })}
          onClick={() => nav.go(`${BIND_PAGE}?domain=${encodeURIComponent(domain.name)}`)}
        />
      </State>
    );
  return (
    <span className="dc-ratio">
      <span className="dm-card-only">{text('column.ratio')} </span>
      {share === undefined ? (
        <span className="sd-hint">{text(domain.isOn ? 'ratio.none' : 'ratio.off')}</span>
      ) : (
        <>
          <span className="sd-bar-track" aria-hidden>
            <span className="sd-bar-done" style={{ width: `${share * 100}%` }} />
          </span>
          <span>{shareFigure(share, format.number)}%</span>
        </>
      )}
    </span>
  );
}

interface SwitchProps {
  readonly domain: CdnDomain;
  readonly version: number;
}

function DomainSwitch({ domain, version }: SwitchProps) {
  const text = useText(cdnTexts);
  const id = useId();
  const blocked = useBlocked();
  const { message } = useFeedback();
  const change = useSwitchCdn(version);
  const [isSaving, setSaving] = useState(false);
  const { name, shown, isOn } = domain;
  const label = text('switch', { name: shown });
  const reason = blocked(text('act.switch')) ?? (!isOn && pointsAway(domain) ? text('away.off') : undefined);
  const toggle = async (on: boolean) => {
    setSaving(true);
    const done = await change([name], on);
    setSaving(false);
    if (done) message.success(text(on ? 'switched.on' : 'switched.off', { name: shown }));
  };
  return (
    <>
      <Switch
        aria-label={label}
        aria-describedby={reason === undefined ? undefined : id}
        aria-disabled={reason !== undefined}
        className={reason === undefined ? '' : 'dm-switch-off'}
        title={reason ?? ''}
        checked={isOn}
        loading={isSaving}
        onChange={(on) => {
          if (reason === undefined) void toggle(on);
        }}
      />
      {reason !== undefined && (
        <span id={id} className="sd-visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
