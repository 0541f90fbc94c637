import type { CdnDomain } from '@sitedeck/contract';
import type { RemoteNav } from '@sitedeck/sdk';
import { Button, EmptyState, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Switch } from '@sitedeck/ui/more';
import { Pagination } from '@sitedeck/ui/page';
import { useId, useState } from 'react';
import { LinkButton } from '../frame/LinkButton';
import { State } from '../frame/State';
import { BIND_PAGE, pointsAway } from './can-switch';
import type { CdnReply, CdnStats } from './cdn.api';
import { cdnTexts } from './cdn-texts';
import { hitRatio, percentFigure } from './ratio';
import { useCdnToggle } from './use-cdn-toggle';

const PAGE_SIZE = 10;

interface Props {
  readonly data: CdnReply;
  /** Undefined while loading, or if no domain has CDN on. */
  readonly stats: CdnStats | undefined;
  readonly nav: RemoteNav;
}

/** The domains of the host, each with its hit ratio, saved traffic and CDN switch. A narrow card has no columns. */
export function CdnDomains({ data: { domains, version }, stats, nav }: Props) {
  const text = useText(cdnTexts);
  const id = useId();
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(domains.length / PAGE_SIZE)));
  return (
    <section className="sd-card dc-domains" aria-labelledby={id}>
      <h2 id={id}>{text('domains')}</h2>
      {domains.length === 0 ? (
        <NoDomain nav={nav} />
      ) : (
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{text('column.domain')}</th>
              <th scope="col">{text('column.ratio')}</th>
              <th scope="col">{text('column.saved')}</th>
              <th scope="col">CDN</th>
            </tr>
          </thead>
          <tbody>
            {domains.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((domain) => (
              <DomainRow
                key={domain.name}
                domain={domain}
                counts={stats?.domains.find(({ name }) => name === domain.name)}
                version={version}
                nav={nav}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pagination
        className="dc-domains-foot"
        current={page}
        pageSize={PAGE_SIZE}
        total={domains.length}
        hideOnSinglePage
        showSizeChanger={false}
        size="small"
        onChange={setPage}
      />
    </section>
  );
}

function NoDomain({ nav }: Pick<Props, 'nav'>) {
  const text = useText(cdnTexts);
  return (
    <EmptyState
      text={text('domains.none')}
      action={
        <Button type="primary" onClick={() => nav.go(`${BIND_PAGE}?act=bind`)}>
          {text('act.bind')}
        </Button>
      }
    />
  );
}

interface RowProps extends RatioProps {
  readonly version: number;
}

function DomainRow({ domain, counts, version, nav }: RowProps) {
  const text = useText(cdnTexts);
  const format = useLocaleFormat();
  return (
    <tr>
      <td className="dm-wrap">{domain.shown}</td>
      <td>
        <RatioCell domain={domain} counts={counts} nav={nav} />
      </td>
      <td>
        <span className="dm-card-only">{text('column.saved')} </span>
        {counts ? format.bytes(counts.hitBytes) : '—'}
      </td>
      <td>
        <DomainSwitch domain={domain} version={version} />
      </td>
    </tr>
  );
}

interface RatioProps {
  readonly domain: CdnDomain;
  readonly counts: CdnStats['domains'][number] | undefined;
  readonly nav: RemoteNav;
}

/** The hit ratio as a bar and a figure, or why CDN has no effect for a domain that points elsewhere. */
function RatioCell({ domain, counts, nav }: RatioProps) {
  const text = useText(cdnTexts);
  const format = useLocaleFormat();
  const ratio = counts && hitRatio(counts);
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
      {ratio === undefined ? (
        <span className="sd-hint">{text(domain.isOn ? 'ratio.none' : 'ratio.off')}</span>
      ) : (
        <>
          <span className="sd-bar-track" aria-hidden>
            <span className="sd-bar-done" style={{ width: `${ratio * 100}%` }} />
          </span>
          <span>{percentFigure(ratio, format.number)}%</span>
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
  const { reason, isSaving, toggle } = useCdnToggle(domain, version);
  return (
    <>
      <Switch
        aria-label={text('switch', { name: domain.shown })}
        aria-describedby={reason === undefined ? undefined : id}
        aria-disabled={reason !== undefined}
        className={reason === undefined ? '' : 'dm-switch-off'}
        title={reason ?? ''}
        checked={domain.isOn}
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
