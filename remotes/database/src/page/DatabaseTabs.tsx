import type { DatabaseInfo } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Tabs } from '@sitedeck/ui/more';
import { ConnectionsTab } from '../connections/ConnectionsTab';
import { databaseTexts } from '../database-texts';
import { SafetyTab } from '../safety/SafetyTab';
import { SlowTab } from '../slow/SlowTab';
import { TablesTab } from '../tables/TablesTab';
import { TABS, useAddress, type Tab } from './use-address';

interface Props {
  readonly ctx: RemoteContext;
  readonly info: DatabaseInfo;
  readonly refresh: () => void;
}

export function DatabaseTabs({ ctx, info, refresh }: Props) {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  const address = useAddress(ctx.nav);
  const label = (tab: Tab) => {
    if (tab !== 'tables' || info.tables === null) return text(`tab.${tab}`);
    return (
      <>
        {text('tab.tables')} <span className="db-count">{format.number(info.tables)}</span>
      </>
    );
  };
  const shown = {
    tables: <TablesTab address={address} info={info} ctx={ctx} refresh={refresh} />,
    slow: <SlowTab />,
    connections: <ConnectionsTab />,
    safety: <SafetyTab />,
  };
  return (
    <div className="db-tabs sd-card">
      <Tabs
        activeKey={address.tab}
        onChange={(key) => address.show({ tab: TABS.find((tab) => tab === key) ?? 'tables' })}
        destroyOnHidden
        items={TABS.map((tab) => ({ key: tab, label: label(tab), children: shown[tab] }))}
      />
    </div>
  );
}
