import { kernel, needsPage } from '@sitedeck/sdk';
import { hasUnsavedWork } from '../boot/leave-guard';
import { flushEvents } from '../remotes/remote-events';

/**
 * Asks before the portal's page closes while it does work of its own; a task of the server continues without the
 * page.
 * @returns ends the guard
 */
export function guardLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    const busy = kernel().store.getState().localTasks.some(needsPage);
    if (busy || hasUnsavedWork()) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  addEventListener('pagehide', flushEvents);
  return () => {
    removeEventListener('beforeunload', ask);
    removeEventListener('pagehide', flushEvents);
    flushEvents();
  };
}
