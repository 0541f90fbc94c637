import type { Domain } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import type { ResourceColumn } from '@sitedeck/ui/page';
import { useRequestReason } from '../apply/use-request-reason';
import type { CdnSwitches } from '../cdn/use-cdn-switches';
import { CertificateCell } from './CertificateCell';
import { DnsCell } from './DnsCell';
import type { OptionalColumn } from './DomainTools';
import { FilingCell } from './FilingCell';
import { listTexts } from './list-texts';
import { NameCell } from './NameCell';
import { callsFor } from './use-dns-check';

interface CellActs {
  readonly manage: (domain: Domain) => void;
  readonly check: (domain: Domain) => void;
  readonly apply: (domain: Domain) => void;
  readonly renew: (domain: Domain) => void;
}

interface ShownRows {
  readonly rows: readonly Domain[];
  /** Names whose DNS is being checked. */
  readonly checking: ReadonlySet<string>;
  readonly primary: string | undefined;
  /** Whether the provider can look up filings. */
  readonly hasIcp: boolean;
  readonly cdn: CdnSwitches;
  readonly hidden: ReadonlySet<OptionalColumn>;
}

/** The columns of the list: name, DNS, filing, certificate, forced HTTPS and CDN. */
export function useDomainColumns(acts: CellActs, shown: ShownRows) {
  const { rows, checking, primary, hasIcp, cdn, hidden } = shown;
  const text = useText(listTexts);
  const requestReason = useRequestReason();
  const lookups = callsFor(rows.map(({ name }) => name));
  const optional: readonly (ResourceColumn<Domain> & { readonly key: OptionalColumn })[] = [
    {
      key: 'dns',
      title: text('column.dns'),
      card: 'fact',
      render: (domain) => (
        <DnsCell
          domain={domain}
          isChecking={checking.has(domain.name)}
          onOpen={() => acts.manage(domain)}
          onCheck={() => acts.check(domain)}
        />
      ),
    },
    {
      key: 'icp',
      title: text('column.icp'),
      card: 'fact',
      render: (domain) => (
        <FilingCell
          domain={domain}
          together={lookups.find((names) => names.includes(domain.name)) ?? [domain.name]}
        />
      ),
    },
    {
      key: 'certificate',
      title: text('column.certificate'),
      card: 'fact',
      render: (domain) => (
        <CertificateCell
          domain={domain}
          canRequest={requestReason(domain) === undefined}
          onOpen={() => acts.manage(domain)}
          onRenew={() => acts.renew(domain)}
          onApply={() => acts.apply(domain)}
        />
      ),
    },
    {
      key: 'https',
      title: text('column.https'),
      card: 'fact',
      width: 96,
      render: ({ forcesHttps }) => <SwitchCell label="HTTPS" isOn={forcesHttps} />,
    },
    {
      key: 'cdn',
      title: text('column.cdn'),
      card: 'fact',
      width: 72,
      render: ({ name }) => <SwitchCell label="CDN" isOn={cdn.is === 'ready' ? cdn.isOn(name) : undefined} />,
    },
  ];
  const name: ResourceColumn<Domain> = {
    key: 'name',
    title: text('column.name'),
    card: 'name',
    render: (domain) => <NameCell domain={domain} primary={primary} onOpen={() => acts.manage(domain)} />,
  };
  const absent: readonly OptionalColumn[] = [
    ...(hasIcp ? [] : (['icp'] as const)),
    ...(cdn.is === 'absent' ? (['cdn'] as const) : []),
  ];
  const present = optional.filter(({ key }) => !absent.includes(key));
  return {
    columns: [name, ...present.filter(({ key }) => !hidden.has(key))],
    present: present.map(({ key }) => key),
  };
}

interface SwitchProps {
  readonly label: string;
  /** Undefined: not known yet. */
  readonly isOn: boolean | undefined;
}

/** A narrow page has no column headings, so its cards include the label. */
function SwitchCell({ label, isOn }: SwitchProps) {
  const text = useText(listTexts);
  return (
    <span className={isOn ? '' : 'sd-hint'}>
      <span className="dm-card-only">{label} </span>
      {isOn === undefined ? '—' : text(isOn ? 'switch.on' : 'switch.off')}
    </span>
  );
}
