import { isBlocked, useCurrentHost } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { useMenu } from '../routing/console-context';
import { homeStyle } from './home-style';
import { homeTexts } from './home-texts';
import { RunningTasks } from './RunningTasks';
import { Shortcuts } from './Shortcuts';
import { SiteCard } from './SiteCard';

const SHORTCUTS = 8;

/** What is true of the site now. */
export function HomePage() {
  const text = useText(homeTexts);
  const host = useCurrentHost();
  const nodes = useMenu().filter(({ path }) => path !== '/');
  return (
    <div className="sh-home">
      <style>{homeStyle}</style>
      <SiteCard host={host} />
      {!isBlocked(host) && (
        <div className="sh-home-row">
          <RunningTasks />
          <section className="sd-card sh-home-card" aria-labelledby="sh-shortcuts">
            <h2 id="sh-shortcuts">{text('shortcuts')}</h2>
            <Shortcuts nodes={nodes.slice(0, SHORTCUTS)} />
          </section>
        </div>
      )}
    </div>
  );
}
