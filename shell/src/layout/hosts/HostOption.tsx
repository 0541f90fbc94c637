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
      <Facts host={host} detailed={detailed} />
    </div>
  );
});

function Facts({ host, detailed }: Pick<Props, 'host' | 'detailed'>) {
  const text = useText(hostTexts);
  const { domains, specInfo, remark, hostName } = host;
  const [first] = domains;
  const more = domains.length > 1 ? ` +${domains.length - 1}` : '';
  const shown = detailed ? domains.join(' · ') || text('domains.none') : first && first + more;
  return (
    <span className="sh-hosts-facts">
      {[specInfo.osType, remark === '' ? '' : hostName, shown].filter(Boolean).join(' · ')}
    </span>
  );
}
