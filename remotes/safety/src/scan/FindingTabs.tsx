import { SCAN_STATES, type ScanState } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Tabs } from '@sitedeck/ui/more';
import { FindingList } from './FindingList';
import { openCount, type ScanStatus } from './scan-status';
import { scanTexts } from './scan-texts';
import type { Address } from './use-address';

interface Props {
  readonly ctx: RemoteContext;
  readonly status: ScanStatus;
  readonly address: Address;
}

/** The files with findings, by what the owner has done with them. */
export function FindingTabs({ ctx, status, address }: Props) {
  const text = useText(scanTexts);
  const format = useLocaleFormat();
  const counts: Partial<Record<ScanState, number>> = {
    open: openCount(status),
    quarantined: status.quarantined,
    ignored: status.ignored,
  };
  const countOf = (state: ScanState) => {
    const count = counts[state] ?? 0;
    return count > 0 && <span className="sf-count">{format.number(count)}</span>;
  };
  return (
    <Tabs
      className="sf-tabs"
      activeKey={address.tab}
      onChange={(key) =>
        address.show({
          tab: SCAN_STATES.find((state) => state === key) ?? 'open',
          severity: '',
          filter: '',
        })
      }
      // All four fit into a narrow page.
      tabBarGutter={24}
      destroyOnHidden
      items={SCAN_STATES.map((state) => ({
        key: state,
        label: (
          <>
            {text(`tab.${state}`)} {countOf(state)}
          </>
        ),
        children: <FindingList ctx={ctx} status={status} address={address} />,
      }))}
    />
  );
}
