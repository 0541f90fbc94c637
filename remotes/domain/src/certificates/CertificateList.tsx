import { shownDomain, type Certificate, type Domain } from '@sitedeck/contract';
import { serverNow, toFault } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn, type RowAct } from '@sitedeck/ui/page';
import { domainApi, FRESH } from '../domain.api';
import { State } from '../frame/State';
import { dateText, useDaysLeft } from '../frame/use-days';
import { endsSoon } from '../list/domain-state';
import { useDomainDialogs } from '../frame/domain-dialogs';
import { certificateTexts } from './certificate-texts';
import { Renewal } from './CertificateFacts';
import { canRenew, useCertificateActs } from './use-certificate-acts';

/** All certificates of the host: their names, the domains that use them, expiry and renewal. Hidden while there are none. */
export function CertificateList({ domains }: { readonly domains: readonly Domain[] }) {
  const text = useText(certificateTexts);
  const { data, error, refetch } = domainApi.useListCertificatesQuery({}, FRESH);
  const certificates = data?.certificates ?? [];
  const columns = useColumns();
  const acts = useActs(certificates, domains);
  if (data ? certificates.length === 0 : error === undefined) return null;
  const rows = data
    ? ({ is: 'ready', rows: certificates, total: certificates.length } as const)
    : ({ is: 'failed', fault: toFault(error) } as const);
  return (
    <section aria-label={text('list')}>
      <h2 className="dm-heading">{text('list')}</h2>
      <ResourceTable<Certificate>
        label={text('list')}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ names }) => shownDomain(names[0] ?? '')}
        columns={columns}
        acts={acts}
        actsBeside={1}
        actsTitle={text('column.acts')}
        empty={{ text: '' }}
        retry={() => void refetch()}
      />
    </section>
  );
}

/** Names that a cell lists; the rest is counted. */
const NAMED = 2;

function Names({ names }: { readonly names: readonly string[] }) {
  const text = useText(certificateTexts);
  const first = names.slice(0, NAMED).map(shownDomain).join(text('comma'));
  return (
    <span className="dm-wrap" title={names.map(shownDomain).join('\n')}>
      {names.length > NAMED ? text('and', { names: first, n: names.length }) : first}
    </span>
  );
}

function useColumns(): readonly ResourceColumn<Certificate>[] {
  const text = useText(certificateTexts);
  return [
    {
      key: 'names',
      title: text('names'),
      card: 'name',
      render: ({ names }) => <Names names={names} />,
    },
    {
      key: 'serves',
      title: text('serves'),
      card: 'fact',
      render: ({ serves }) =>
        serves.length === 0 ? (
          <span className="sd-hint">{text('serves.none')}</span>
        ) : (
          <>
            <span className="dm-card-only">{text('serves')} </span>
            <Names names={serves} />
          </>
        ),
    },
    {
      key: 'ends',
      title: text('ends'),
      card: 'fact',
      render: (certificate) => <Ends certificate={certificate} />,
    },
    {
      key: 'renewal',
      title: text('renewal'),
      card: 'fact',
      render: (certificate) =>
        certificate.failure === null ? (
          <Renewal certificate={certificate} />
        ) : (
          <State tone="failed" words={text('renewal.failed', { why: certificate.failure.message })} />
        ),
    },
    { key: 'issuer', title: text('issuer'), card: 'fact', render: ({ issuer }) => issuer },
  ];
}

function Ends({ certificate: { notAfter, renewsAt } }: { readonly certificate: Certificate }) {
  const daysLeft = useDaysLeft();
  const isLate = endsSoon({ notAfter, renews: renewsAt !== null }, serverNow());
  return (
    <State tone={isLate ? 'warning' : 'ok'} words={daysLeft(notAfter)}>
      <span className="sd-hint sd-small">{dateText(notAfter)}</span>
    </State>
  );
}

function useActs(
  certificates: readonly Certificate[],
  domains: readonly Domain[],
): readonly RowAct<Certificate>[] {
  const text = useText(certificateTexts);
  const acts = useCertificateActs(certificates);
  const dialogs = useDomainDialogs();
  const isOwn = ({ source }: Certificate) => source === 'acme';
  const renews = ({ renewsAt }: Certificate) => renewsAt !== null;
  return [
    { key: 'download', label: text('act.download'), run: (row) => void acts.download(row) },
    {
      key: 'again',
      label: text('act.again'),
      run: (row) =>
        dialogs.apply(
          domains,
          domains.filter(({ name }) => row.names.includes(name)),
        ),
      shown: isOwn,
    },
    {
      key: 'stop',
      label: text('act.stopRenewing'),
      run: (row) => void acts.renew(row, false),
      shown: (row) => isOwn(row) && renews(row),
    },
    {
      key: 'renew',
      label: text('act.renew'),
      run: (row) => void acts.renew(row, true),
      shown: canRenew,
    },
    {
      key: 'revoke',
      label: text('act.revoke'),
      run: (row) => void acts.revoke(row),
      shown: isOwn,
      danger: true,
    },
    { key: 'remove', label: text('act.remove'), run: (row) => void acts.remove(row), danger: true },
  ];
}
