import type { CallReply, InstalledApp, listCatalogue } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Tabs } from '@sitedeck/ui/more';
import { appTexts } from './app-texts';
import { AppCards } from './AppCards';
import { InstalledList } from './InstalledList';
import { TABS, useAddress, type Tab } from './use-address';

interface Props {
  readonly ctx: RemoteContext;
  readonly catalogue: CallReply<typeof listCatalogue>;
  readonly installed: readonly InstalledApp[];
}

/** All apps, those of this host, and those with a later version; each tab says how many. */
export function AppTabs({ ctx, catalogue, installed }: Props) {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  const address = useAddress(ctx.nav);
  const outdated = installed.filter(({ update }) => update !== null);
  const counts = { all: catalogue.apps.length, installed: installed.length, updates: outdated.length };
  // A portal shows this remote alone: it has no file manager to go to.
  const openFolder = ctx.surface
    ? undefined
    : (path: string) => ctx.nav.go(`/fileManage?${new URLSearchParams({ path }).toString()}`);
  const shown = {
    all: <AppCards catalogue={catalogue} installed={installed} address={address} openFolder={openFolder} />,
    installed: (
      <InstalledList apps={installed} installed={installed} empty="installed" openFolder={openFolder} />
    ),
    updates: <InstalledList apps={outdated} installed={installed} empty="updates" openFolder={openFolder} />,
  };
  const countClass = (tab: Tab) =>
    tab === 'updates' && counts.updates > 0 ? 'ap-count ap-count-new' : 'ap-count';
  return (
    <Tabs
      className="ap-tabs"
      activeKey={address.tab}
      onChange={(key) => address.show({ tab: TABS.find((tab) => tab === key) ?? 'all' })}
      destroyOnHidden
      items={TABS.map((tab) => ({
        key: tab,
        label: (
          <>
            {text(`tab.${tab}`)} <span className={countClass(tab)}>{format.number(counts[tab])}</span>
          </>
        ),
        children: shown[tab],
      }))}
    />
  );
}
