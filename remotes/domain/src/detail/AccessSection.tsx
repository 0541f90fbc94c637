import type { CdnDomain, Domain } from '@sitedeck/contract';
import { useBlocked, useConfirm, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Switch } from '@sitedeck/ui/more';
import { Select } from '@sitedeck/ui/page';
import { useId, type ReactNode } from 'react';
import { cdnTexts } from '../cdn/cdn-texts';
import { useCdnSwitches } from '../cdn/use-cdn-switches';
import { useCdnToggle } from '../cdn/use-cdn-toggle';
import { domainApi, type DomainsReply } from '../domain.api';
import { detailTexts } from './detail-texts';

interface Props {
  readonly domain: Domain;
  readonly tls: DomainsReply['tls'];
}

const DAYS = [30, 180, 365, 730] as const;
/** Half a year: long enough to be useful, and short enough to recover from a mistake. */
const FIRST_DAYS = 180;

/** How visitors reach the domain: its own switches, and settings of the server. */
export function AccessSection({ domain, tls }: Props) {
  const text = useText(detailTexts);
  const blocked = useBlocked();
  const [save, { isLoading }] = domainApi.useSetDomainHttpsMutation();
  const { name, certificate, forcesHttps, hstsDays } = domain;
  const reasonOf = (label: string) =>
    blocked(label) ?? (certificate.served === null ? text('needsCertificate') : undefined);
  return (
    <section className="dm-section" aria-label={text('access')}>
      <div className="dm-section-head">
        <h3>{text('access')}</h3>
      </div>
      <ul className="dm-rows">
        <SwitchRow
          label={text('force')}
          note={text('force.note')}
          reason={forcesHttps ? blocked(text('force')) : reasonOf(text('force'))}
          isOn={forcesHttps}
          isSaving={isLoading}
          onChange={(on) => void save({ body: { domains: [name], forcesHttps: on } })}
        />
        <HstsRow
          days={hstsDays}
          reason={hstsDays === null ? reasonOf(text('hsts.act')) : blocked(text('hsts.act'))}
          isSaving={isLoading}
          save={(days) => void save({ body: { domains: [name], hstsDays: days } })}
        />
        <CdnRow domain={domain} />
        <Fact label="HTTP/2" value={text(tls.http2 ? 'fact.on' : 'fact.off')} />
        <Fact label="TLS" value={tls.versions.map(versionWords).join(' · ')} />
      </ul>
    </section>
  );
}

const versionWords = (version: string): string => version.replace(/^TLSv/, 'TLS ');

interface HstsProps {
  readonly days: number | null;
  readonly reason: string | undefined;
  readonly isSaving: boolean;
  readonly save: (days: number | null) => void;
}

function HstsRow({ days, reason, isSaving, save }: HstsProps) {
  const text = useText(detailTexts);
  const format = useLocaleFormat();
  const confirm = useConfirm();
  const warning = (count: number) => text('hsts.warning', { n: format.number(count), count });
  const remember = async (count: number) => {
    // Fewer days need no warning.
    const isLonger = days === null || count > days;
    const agreed = !isLonger || (await confirm.tip({ body: warning(count), confirm: text('hsts.confirm') }));
    if (agreed) save(count);
  };
  return (
    <SwitchRow
      label="HSTS"
      note={warning(days ?? FIRST_DAYS)}
      reason={reason}
      isOn={days !== null}
      isSaving={isSaving}
      onChange={(on) => (on ? void remember(FIRST_DAYS) : save(null))}
    >
      {days !== null && reason === undefined && (
        <Select<number>
          aria-label={text('hsts.days')}
          size="small"
          value={days}
          onChange={(count) => void remember(count)}
          options={[...new Set([...DAYS, days])]
            .sort((a, b) => a - b)
            .map((value) => ({ value, label: text('days', { n: format.number(value), count: value }) }))}
          popupMatchSelectWidth={false}
        />
      )}
    </SwitchRow>
  );
}

interface RowProps {
  readonly label: string;
  readonly note: string;
  /** Why it can't be switched now; shown in place of the note. */
  readonly reason: string | undefined;
  readonly isOn: boolean;
  readonly isSaving: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children?: ReactNode;
}

function SwitchRow({ label, note, reason, isOn, isSaving, onChange, children }: RowProps) {
  const id = useId();
  return (
    <li>
      <div>
        <span id={id}>{label}</span>
        <p id={`${id}-note`} className="sd-hint sd-small">
          {reason ?? note}
        </p>
      </div>
      {children}
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        aria-disabled={reason !== undefined}
        className={reason === undefined ? '' : 'dm-switch-off'}
        title={reason ?? ''}
        checked={isOn}
        loading={isSaving}
        onChange={(on) => {
          if (reason === undefined) onChange(on);
        }}
      />
    </li>
  );
}

/** The same switch as on the CDN page; absent where the host has no CDN. */
function CdnRow({ domain }: { readonly domain: Domain }) {
  const switches = useCdnSwitches();
  if (switches.is !== 'ready') return null;
  const { name, shown, dns } = domain;
  const one = {
    name,
    shown,
    isOn: switches.isOn(name),
    dns: domain.isWildcard ? null : (dns?.state ?? null),
  };
  return <CdnSwitch domain={one} version={switches.version} />;
}

function CdnSwitch({ domain, version }: { readonly domain: CdnDomain; readonly version: number }) {
  const text = useText(cdnTexts);
  const { reason, isSaving, toggle } = useCdnToggle(domain, version);
  return (
    <SwitchRow
      label={text('title')}
      note={text('purpose')}
      reason={reason}
      isOn={domain.isOn}
      isSaving={isSaving}
      onChange={(on) => void toggle(on)}
    />
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <li>
      <span>{label}</span>
      <span className="sd-secondary">{value}</span>
    </li>
  );
}
