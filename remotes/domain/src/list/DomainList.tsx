import type { Domain } from '@sitedeck/contract';
import { useBlocked, useText } from '@sitedeck/ui/core';
import { ResourceTable, type RowAct } from '@sitedeck/ui/page';
import { useState, type Key } from 'react';
import { useRequestReason } from '../apply/use-request-reason';
import { useCdnSwitches } from '../cdn/use-cdn-switches';
import type { DomainsReply } from '../domain.api';
import { DomainTools, DomainViewTools, type OptionalColumn } from './DomainTools';
import { BindButton } from './HeadActs';
import { listTexts } from './list-texts';
import { SelectionActs } from './SelectionActs';
import { useDomainDialogs } from '../frame/domain-dialogs';
import { useDomainActs } from './use-domain-acts';
import { useDomainColumns } from './use-domain-columns';
import { useDomainFilter } from './use-domain-filter';
import { useDnsCheck } from './use-dns-check';

interface Props {
  readonly data: DomainsReply;
  readonly refetch: () => void;
}

/** A row for each domain, with DNS, filing, certificate, HTTPS and CDN. Without domains it shows the test URL and a bind button. */
export function DomainList({ data, refetch }: Props) {
  const text = useText(listTexts);
  const acts = useDomainActs();
  const dialogs = useDomainDialogs();
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const [dense, setDense] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<OptionalColumn>>(new Set());
  const bound = data.domains;
  const checking = useDnsCheck(bound);
  const filter = useDomainFilter(bound);
  const chosen = bound.filter(({ name }) => keys.includes(name));
  const { columns, present } = useDomainColumns(
    {
      manage: dialogs.manage,
      check: (domain) => void acts.check([domain]),
      apply: (domain) => dialogs.apply(bound, [domain]),
      renew: (domain) =>
        domain.certificate.served?.source === 'upload' ? dialogs.upload() : dialogs.apply(bound, [domain]),
    },
    {
      rows: filter.rows,
      checking,
      primary: bound.find(({ isPrimary }) => isPrimary)?.name,
      hasIcp: data.hasIcp,
      cdn: useCdnSwitches(),
      hidden,
    },
  );
  return (
    <ResourceTable<Domain>
      label={text('list')}
      rows={{ is: 'ready', rows: filter.rows, total: filter.total }}
      rowKey={({ name }) => name}
      rowName={({ shown }) => shown}
      columns={columns}
      acts={useRowActs(bound)}
      actsBeside={1}
      actsTitle={text('column.acts')}
      tools={bound.length > 0 && <DomainTools filter={filter} />}
      toolsEnd={
        bound.length > 0 && (
          <DomainViewTools
            refresh={refetch}
            dense={dense}
            onDense={setDense}
            columns={present}
            hidden={hidden}
            onHidden={setHidden}
          />
        )
      }
      selection={{
        keys: chosen.map(({ name }) => name),
        onChange: setKeys,
        nameOf: ({ shown }) => shown,
        acts: (
          <SelectionActs chosen={chosen} all={bound} acts={acts} dialogs={dialogs} done={() => setKeys([])} />
        ),
      }}
      paging={filter.paging}
      dense={dense}
      empty={{ text: text('empty', { address: data.testUrl }), action: <BindButton /> }}
      filter={{ active: filter.isFiltered, clear: filter.clear }}
      retry={refetch}
    />
  );
}

/** The actions of a row. */
function useRowActs(bound: readonly Domain[]): readonly RowAct<Domain>[] {
  const text = useText(listTexts);
  const blocked = useBlocked();
  const acts = useDomainActs();
  const dialogs = useDomainDialogs();
  const requestReason = useRequestReason();
  const noCertificate = ({ certificate }: Domain) =>
    certificate.served === null ? text('force.noCertificate') : undefined;
  return [
    { key: 'manage', label: text('manage'), run: dialogs.manage },
    {
      key: 'apply',
      label: text('act.apply'),
      run: (row) => dialogs.apply(bound, [row]),
      reason: requestReason,
    },
    {
      key: 'force',
      label: text('act.force'),
      run: (row) => void acts.force([row]),
      shown: (row) => !row.forcesHttps,
      reason: (row) => blocked(text('act.force')) ?? noCertificate(row),
    },
    {
      key: 'unforce',
      label: text('act.unforce'),
      run: (row) => void acts.unforce(row),
      shown: (row) => row.forcesHttps,
      reason: () => blocked(text('act.unforce')),
    },
    {
      key: 'primary',
      label: text('act.primary'),
      run: (row) => void acts.makePrimary(row),
      shown: (row) => !row.isPrimary,
      reason: (row) =>
        blocked(text('act.primary')) ?? (row.isWildcard ? text('primary.wildcard') : undefined),
    },
    {
      key: 'remark',
      label: text('act.remark'),
      run: dialogs.remark,
      reason: () => blocked(text('act.remark')),
    },
    {
      key: 'unbind',
      label: text('act.unbind'),
      run: (row) => void acts.unbind([row]),
      reason: () => blocked(text('act.unbind')),
      danger: true,
    },
  ];
}
