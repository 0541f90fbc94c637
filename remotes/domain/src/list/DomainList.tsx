import type { Domain } from '@sitedeck/contract';
import { useBlocked, useText } from '@sitedeck/ui/core';
import { ResourceTable, type RowAct } from '@sitedeck/ui/page';
import { useState, type Key } from 'react';
import type { DomainsReply } from '../domain.api';
import { DomainTools, DomainViewTools, type OptionalColumn } from './DomainTools';
import { BindButton } from './HeadActs';
import { listTexts } from './list-texts';
import { SelectionActs } from './SelectionActs';
import { useDomainActs, useDomainDialogs } from './use-domain-acts';
import { useDomainColumns } from './use-domain-columns';
import { useDomainFilter } from './use-domain-filter';
import { useFilings } from './use-filings';

interface Props {
  readonly data: DomainsReply;
  /** Where the site is reachable without a domain. */
  readonly testUrl: string | undefined;
  readonly refetch: () => void;
}

/** Every domain with the chain behind it in one row. A host that has only its test address gets an invitation. */
export function DomainList({ data, testUrl, refetch }: Props) {
  const text = useText(listTexts);
  const acts = useDomainActs();
  const dialogs = useDomainDialogs();
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const [dense, setDense] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<OptionalColumn>>(new Set());
  const bound = data.domains.filter(({ isPreview }) => !isPreview);
  const filter = useDomainFilter(bound.length === 0 ? [] : data.domains);
  const filings = useFilings(data.hasIcp, filter.rows);
  const chosen = bound.filter(({ name }) => keys.includes(name));
  const { columns, present } = useDomainColumns(
    {
      manage: dialogs.manage,
      check: (domain) => void acts.check([domain]),
      apply: (domain) => dialogs.apply(bound, [domain]),
      renew: (domain) =>
        domain.certificate.served?.source === 'upload' ? dialogs.upload() : dialogs.apply(bound, [domain]),
    },
    { primary: bound.find(({ isPrimary }) => isPrimary)?.name, filings, hidden },
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
        canSelect: ({ isPreview }) => !isPreview,
        nameOf: ({ shown }) => shown,
        acts: (
          <SelectionActs chosen={chosen} all={bound} acts={acts} dialogs={dialogs} done={() => setKeys([])} />
        ),
      }}
      paging={filter.paging}
      dense={dense}
      empty={{ text: text('empty', { address: testUrl ?? '' }), action: <BindButton /> }}
      filter={{ active: filter.isFiltered, clear: filter.clear }}
      retry={refetch}
    />
  );
}

/** The acts of a row; the test address can only be viewed. */
function useRowActs(bound: readonly Domain[]): readonly RowAct<Domain>[] {
  const text = useText(listTexts);
  const blocked = useBlocked();
  const acts = useDomainActs();
  const dialogs = useDomainDialogs();
  const isOwn = ({ isPreview }: Domain) => !isPreview;
  const noCertificate = ({ certificate }: Domain) =>
    certificate.served === null ? text('force.noCertificate') : undefined;
  return [
    { key: 'manage', label: text('manage'), run: dialogs.manage },
    { key: 'apply', label: text('act.apply'), run: (row) => dialogs.apply(bound, [row]), shown: isOwn },
    {
      key: 'force',
      label: text('act.force'),
      run: (row) => void acts.force([row]),
      shown: (row) => isOwn(row) && !row.forcesHttps,
      reason: (row) => blocked(text('act.force')) ?? noCertificate(row),
    },
    {
      key: 'unforce',
      label: text('act.unforce'),
      run: (row) => void acts.unforce(row),
      shown: (row) => isOwn(row) && row.forcesHttps,
      reason: () => blocked(text('act.unforce')),
    },
    {
      key: 'primary',
      label: text('act.primary'),
      run: (row) => void acts.makePrimary(row),
      shown: (row) => isOwn(row) && !row.isPrimary,
      reason: (row) =>
        blocked(text('act.primary')) ?? (row.isWildcard ? text('primary.wildcard') : undefined),
    },
    {
      key: 'remark',
      label: text('act.remark'),
      run: dialogs.remark,
      shown: isOwn,
      reason: () => blocked(text('act.remark')),
    },
    {
      key: 'unbind',
      label: text('act.unbind'),
      run: (row) => void acts.unbind([row]),
      shown: isOwn,
      reason: () => blocked(text('act.unbind')),
      danger: true,
    },
  ];
}
