import { cancelLocalTask, kernel, needsPage } from '@sitedeck/sdk';

/** How long leaving waits for the stopped uploads; the server's lease ends the rest, ms. */
const PATIENCE_MS = 3000;

const openTasks = () => kernel().store.getState().localTasks.filter(needsPage);

/**
 * Stops what this page does itself, uploads above all, and lets it report that to the server while the session
 * is still valid.
 */
export async function stopLocalTasks(): Promise<void> {
  openTasks().forEach(({ id }) => cancelLocalTask(id));
  if (openTasks().length === 0) return;
  let stopListening = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
    stopListening = kernel().store.subscribe(() => openTasks().length === 0 && resolve());
  });
  stopListening();
  clearTimeout(timer);
}
