import { isActive, kernel, needsPage } from '@sitedeck/sdk';

const dirtySources = new Set<string>();

/** A remote reports whether it holds unsaved work. */
export function markDirty(place: string, dirty: boolean): void {
  if (dirty) dirtySources.add(place);
  else dirtySources.delete(place);
}

export const hasUnsavedWork = (): boolean => dirtySources.size > 0;

let mayLeave = false;

/** Reloads the page after the user has agreed to lose unsaved work. */
export function reloadWithoutAsking(): void {
  mayLeave = true;
  location.reload();
}

/** The browser asks before the user leaves the page while a task runs or work is unsaved. */
export function guardLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    // The session has ended, or the user confirmed signing out: the user continues at sign-in.
    if (mayLeave || location.pathname === '/login') return;
    const { tasks, localTasks } = kernel().store.getState();
    const runs = tasks.list.some(isActive) || localTasks.some(needsPage);
    if (runs || hasUnsavedWork()) event.preventDefault();
  });
}
