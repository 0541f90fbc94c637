import { refreshHostInfo, type ServiceStatus } from '@sitedeck/contract';
import { call, updateHost, useCurrentHost, isBlocked, useLocale } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { useEffect, useContext, useMemo } from 'react';
import { RemotesContext, usePages } from '../routing/console-context';
import { blockOf } from './block-state';
import { Connection } from './Connection';
import { cardSlotsOf, shortcutsOf, type CardSlot, type Shortcut } from './home-slots';
import { homeStyle } from './home-style';
import { homeTexts } from './home-texts';
import { useVhostInfoQuery } from './home.api';
import { LastOperations } from './LastOperations';
import { LatestBackup } from './LatestBackup';
import { NeedsBlock } from './NeedsBlock';
import { RemoteCard } from './RemoteCard';
import { RunningTasks } from './RunningTasks';
import { Shortcuts } from './Shortcuts';
import { SiteCard, SiteName } from './SiteCard';
import { VisitsCard } from './visits/VisitsCard';

/** Home: the current state of the site. */
export function HomePage() {
  const blocked = isBlocked(useCurrentHost());
  return (
    <div className="sh-home">
      <style>{homeStyle}</style>
      {blocked ? <SuspendedHome /> : <OpenHome />}
    </div>
  );
}

/** The bar above the page explains why; only the slots that stay open are shown. */
function SuspendedHome() {
  const host = useCurrentHost();
  const cards = useCards();
  return (
    <>
      <SiteName host={host} />
      <div className="sh-home-row">
        <LatestBackup />
        {cards.map(drawCard)}
      </div>
    </>
  );
}

function OpenHome() {
  const host = useCurrentHost();
  const cards = useCards();
  const info = blockOf(useVhostInfoQuery({}, { refetchOnMountOrArgChange: true }));
  const shortcuts = useShortcuts(info.is === 'ready' && !info.data.database);
  useFreshStatus(info.is === 'ready' ? info.data.serviceStatus : undefined);
  return (
    <>
      <NeedsBlock />
      <SiteCard host={host} info={info} />
      <div className="sh-home-row">
        <LatestBackup />
        {cards.map(drawCard)}
        <RunningTasks />
      </div>
      <VisitsCard />
      <div className="sh-home-row">
        <Connection info={info} />
        {shortcuts.length > 0 && <ShortcutsCard shortcuts={shortcuts} />}
      </div>
      <LastOperations />
    </>
  );
}

const drawCard = (slot: CardSlot) => <RemoteCard key={slot.key} slot={slot} />;

function ShortcutsCard({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  const text = useText(homeTexts);
  return (
    <section className="sd-card sh-home-card" aria-labelledby="sh-shortcuts">
      <div className="sh-home-head">
        <h2 id="sh-shortcuts">{text('shortcuts')}</h2>
      </div>
      <Shortcuts nodes={shortcuts} />
    </section>
  );
}

function useCards(): readonly CardSlot[] {
  const remotes = useContext(RemotesContext);
  const host = useCurrentHost();
  const locale = useLocale();
  return useMemo(() => cardSlotsOf(host, remotes, locale), [host, remotes, locale]);
}

/** `noDatabase`: known to have none, and so nothing to open in the admin tool. */
function useShortcuts(noDatabase: boolean): readonly Shortcut[] {
  const remotes = useContext(RemotesContext);
  const host = useCurrentHost();
  const pages = usePages();
  const locale = useLocale();
  return useMemo(
    () => shortcutsOf({ host, remotes, pages, noDatabase }, locale),
    [host, remotes, pages, noDatabase, locale],
  );
}

/** Reads the host again: another tab or the provider may have changed it. */
function useFreshStatus(seen: ServiceStatus | undefined): void {
  const { value } = useCurrentHost().hostService.serviceStatus;
  useEffect(() => {
    if (seen === undefined || seen === value) return;
    // If it fails, Home shows the older state; the next visit tries again.
    void call(refreshHostInfo, {}, { quiet: true }).then(updateHost, () => undefined);
    // Depends on the server's reply alone: a change made by this page needs no refresh.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [seen]);
}
