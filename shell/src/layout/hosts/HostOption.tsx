import CheckOutlined from '@ant-design/icons/CheckOutlined';
import type { HostListRecord } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { memo } from 'react';
import { hostTexts } from './host-texts';

interface Props {
  readonly id: string;
  readonly host: HostListRecord;
  readonly index: number;
  readonly total: number;
  readonly isActive: boolean;
  readonly isCurrent: boolean;
  readonly detailed: boolean;
  readonly onChoose: (host: HostListRecord) => void;
}

export const nameOf = ({ remark, hostName }: Pick<HostListRecord, 'remark' | 'hostName'>): string =>
  remark || hostName;

/** An option of a long list; memoised, so that a further page renders only its own rows. */
export const HostOption = memo(function HostOption(props: Props) {
  const { id, host, index, total, isActive, isCurrent, detailed, onChoose } = props;
  const text = useText(hostTexts);
  return (
    // The focus is in the search field, which names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={isActive ? 'sh-hosts-option sh-hosts-active' : 'sh-hosts-option'}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(host)}
    >
      <CheckOutlined aria-hidden className={isCurrent ? '' : 'sh-unticked'} />
      <span className="sh-hosts-name">{nameOf(host)}</span>
      <span className="sh-hosts-code">{host.hostCode}</span>
      {isCurrent && <span className="sd-visually-hidden">{text('current')}</span>}
      {detailed ? <AllFacts host={host} /> : <Facts host={host} />}
    </div>
  );
});

interface FactsProps {
  readonly host: HostListRecord;
}

/** One line: what does not fit is cut off, but never how many more domains there are. */
function Facts({ host }: FactsProps) {
  const [first, ...more] = host.domains;
  return (
    <span className="sh-hosts-facts">
      <span className="sh-hosts-line">{[...namesOf(host), first].filter(Boolean).join(' · ')}</span>
      {more.length > 0 && <span className="sh-hosts-more"> +{more.length}</span>}
    </span>
  );
}

/** Every domain; a name is broken only if it is longer than a line. */
function AllFacts({ host }: FactsProps) {
  const text = useText(hostTexts);
  const domains = host.domains.length > 0 ? host.domains : [text('domains.none')];
  return (
    <span className="sh-hosts-facts sh-dotted">
      {[...namesOf(host), ...domains].map((fact, index) => (
        <span key={index}>{fact} </span>
      ))}
    </span>
  );
}

/** System and, if a remark is shown in its place, the name of a host. */
const namesOf = ({ specInfo, remark, hostName }: HostListRecord): readonly string[] =>
  [specInfo.osType, remark === '' ? '' : hostName].filter((name) => name !== '');
