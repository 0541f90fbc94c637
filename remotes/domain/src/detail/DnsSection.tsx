import type { DnsRecord, Domain } from '@sitedeck/contract';
import { InlineAlert, TimeSentence, useText } from '@sitedeck/ui/core';
import { useState, type RefObject } from 'react';
import { CopiedValue } from '../frame/CopiedValue';
import { LinkButton } from '../frame/LinkButton';
import { hostRecordOf } from '../list/domain-state';
import { useDomainActs } from '../list/use-domain-acts';
import { detailTexts } from './detail-texts';

interface Props {
  readonly domain: Domain;
  /** Addresses that the records should contain. */
  readonly addresses: readonly string[];
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The expected records of a domain that has not been checked yet. */
const wantedRecords = (name: string, addresses: readonly string[]): readonly DnsRecord[] =>
  (['A', 'AAAA'] as const).map((type) => ({
    type,
    name,
    found: [],
    expected: addresses.filter((address) => address.includes(':') === (type === 'AAAA')),
    isRight: true,
  }));

/** The DNS records of a domain: current and expected values. */
export function DnsSection({ domain, addresses, heading }: Props) {
  const text = useText(detailTexts);
  const { name, dns } = domain;
  return (
    <section className="dm-section" aria-label={text('dns')}>
      <div className="dm-section-head">
        <h3 ref={heading} tabIndex={-1}>
          {text('dns')}
        </h3>
        <Checked domain={domain} />
      </div>
      <Records records={dns?.records ?? wantedRecords(name, addresses)} isChecked={dns !== null} />
      {dns?.state === 'unknown' && <InlineAlert kind="warning">{text('dns.unknown')}</InlineAlert>}
      {dns?.caaForbids && <InlineAlert kind="warning">{text('dns.caa')}</InlineAlert>}
      {dns?.aaaaElsewhere && <InlineAlert kind="warning">{text('dns.aaaa')}</InlineAlert>}
      {dns !== null && dns.state !== 'here' && dns.state !== 'unknown' && (
        <p className="sd-hint sd-small">{text('dns.hint')}</p>
      )}
    </section>
  );
}

function Checked({ domain }: { readonly domain: Domain }) {
  const text = useText(detailTexts);
  const acts = useDomainActs();
  const [isChecking, setChecking] = useState(false);
  const check = async () => {
    if (isChecking) return;
    setChecking(true);
    await acts.check([domain]);
    setChecking(false);
  };
  return (
    <span className="sd-small sd-secondary dm-checked">
      {domain.dns === null ? (
        text('dns.never')
      ) : (
        <TimeSentence at={domain.dns.checkedAt} words={(time) => text('dns.checked', { time })} />
      )}
      {' · '}
      <LinkButton words={text(isChecking ? 'dns.checking' : 'dns.again')} onClick={() => void check()} />
    </span>
  );
}

interface RecordsProps {
  readonly records: readonly DnsRecord[];
  readonly isChecked: boolean;
}

function Records({ records, isChecked }: RecordsProps) {
  const text = useText(detailTexts);
  return (
    <table className="dm-records">
      <thead>
        <tr>
          {(['type', 'host', 'found', 'expected'] as const).map((column) => (
            <th key={column} scope="col">
              {text(`dns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={`${record.type} ${record.name}`}>
            <td>{record.type}</td>
            <td title={record.name}>{hostRecordOf(record.name)}</td>
            <td>
              <Found record={record} isChecked={isChecked} />
            </td>
            <td>
              <Expected record={record} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Found({
  record: { found, expected, isRight },
  isChecked,
}: {
  readonly record: DnsRecord;
  readonly isChecked: boolean;
}) {
  const text = useText(detailTexts);
  if (!isChecked) return <span className="sd-hint">—</span>;
  if (found.length === 0) return <span className="sd-secondary">{text('dns.noRecord')}</span>;
  const isWrong = (value: string) => !isRight && !expected.includes(value);
  return (
    <ul>
      {found.map((value) => (
        <li key={value} className={isWrong(value) ? 'sd-mono dm-words-failed' : 'sd-mono'}>
          {value}
        </li>
      ))}
    </ul>
  );
}

function Expected({ record: { expected, isRight, found } }: { readonly record: DnsRecord }) {
  const text = useText(detailTexts);
  if (expected.length === 0)
    return (
      <span className="sd-secondary">
        {text(isRight || found.length === 0 ? 'dns.optional' : 'dns.remove')}
      </span>
    );
  return (
    <ul>
      {expected.map((value) => (
        <li key={value}>
          <CopiedValue value={value} strong={!isRight} />
        </li>
      ))}
    </ul>
  );
}
