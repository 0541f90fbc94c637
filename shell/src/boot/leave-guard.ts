import { isOpen } from '@sitedeck/contract';
import { isActive, kernel } from '@sitedeck/sdk';

const dirtyPlaces = new Set<string>();

/** A remote says whether it holds unsaved work. */
export function markDirty(place: string, dirty: boolean): void {
  if (dirty) dirtyPlaces.add(place);
  else dirtyPlaces.delete(place);
}

export const hasUnsavedWork = (): boolean => dirtyPlaces.size > 0;

let letsGo = false;

/** Loads the page anew where whoever works here has agreed already to what that ends. */
export function reloadWithoutAsking(): void {
  letsGo = true;
  location.reload();
}

/** The browser asks before the page is left while a task runs or work is unsaved (specification, section 2). */
export function guardLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    // The session has ended, or signing out was asked already: sign-in is where the work goes on.
    if (letsGo || location.pathname === '/login') return;
    const { tasks, localTasks } = kernel().store.getState();
    const runs = tasks.list.some(isActive) || localTasks.some((task) => isOpen(task.status));
    if (runs || hasUnsavedWork()) event.preventDefault();
  });
}
