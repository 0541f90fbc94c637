import { useMedia, useText } from '@sitedeck/ui/core';
import { BREAKPOINT } from '@sitedeck/ui/tokens';
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { Chat } from '../chat/Chat';
import { InstallArea } from '../configure/InstallArea';
import { AreaBoundary } from '../remotes/AreaBoundary';
import { useGo, usePage } from '../routing/console-context';
import { Banners } from './Banners';
import { Header } from './Header';
import { HostWatch } from './hosts/HostWatch';
import { layoutStyle } from './layout-style';
import { layoutTexts } from './layout-texts';
import { NarrowMenu } from './NarrowMenu';
import { SideMenu } from './SideMenu';
import { TaskPanelContext } from './task-panel-context';
import { TaskRing } from './TaskRing';
import { useCollapsed } from './use-collapsed';
import { useHeadingFocus } from './use-heading-focus';
import { useToasts } from './use-toasts';

// Only if the address requests an override, which few users may.
const OverrideRequest = lazy(() =>
  import('../overrides/OverrideRequest').then(({ OverrideRequest }) => ({ default: OverrideRequest })),
);

/** Pages that show the running tasks themselves. */
const SHOWS_TASKS: readonly string[] = ['/', '/taskCenter'];

/** Header, menu, banners and the floating indicator around the current page. */
export function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const text = useText(layoutTexts);
  const narrow = useMedia(`(max-width: ${BREAKPOINT.menu - 1}px)`);
  const [collapsed, toggle] = useCollapsed();
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const loseDrawer = useCallback(() => setDrawer('never'), []);
  const [panelOpen, setPanelOpen] = useState(false);
  const panel = useMemo(() => ({ open: panelOpen, setOpen: setPanelOpen }), [panelOpen]);
  const main = useRef<HTMLElement>(null);
  const path = usePage()?.path ?? '';
  useHeadingFocus(main, path);
  const [asksOverride] = useState(() => location.search.includes('override='));
  const go = useGo();
  useToasts(useCallback((taskId: number) => go(`/taskCenter?task=${taskId}`), [go]));

  return (
    <TaskPanelContext value={panel}>
      <style>{layoutStyle}</style>
      <div className="sh">
        <a
          className="sh-skip"
          href="#sd-content"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {text('skip')}
        </a>
        <Header narrow={narrow} onMenu={() => setDrawer('open')} />
        <div className="sh-body">
          {!narrow && <SideMenu collapsed={collapsed} onToggle={toggle} />}
          <main id="sd-content" className="sh-main" ref={main} tabIndex={-1}>
            <Banners />
            {children}
          </main>
        </div>
        {!panelOpen && !SHOWS_TASKS.includes(path) && <TaskRing />}
        {narrow && drawer !== 'never' && (
          <NarrowMenu open={drawer === 'open'} onClose={() => setDrawer('closed')} onLost={loseDrawer} />
        )}
        <HostWatch />
        <Chat />
        <AreaBoundary failed={() => null}>
          <Suspense fallback={null}>{asksOverride && <OverrideRequest />}</Suspense>
        </AreaBoundary>
      </div>
      <InstallArea />
    </TaskPanelContext>
  );
}
