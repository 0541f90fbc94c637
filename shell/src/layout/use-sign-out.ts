import { logout } from '@sitedeck/contract';
import { call, dropDrafts, needsPage, useLocalTasks, useTasks } from '@sitedeck/sdk';
import { useConfirm, useText } from '@sitedeck/ui/core';
import { layoutTexts } from './layout-texts';
import { stopLocalTasks } from './stop-local-tasks';

/** Asks if leaving would stop or hide something, then ends the session. */
export function useSignOut(): () => Promise<void> {
  const text = useText(layoutTexts);
  const { tip } = useConfirm();
  const { open } = useTasks();
  const uploading = useLocalTasks().some(needsPage);

  async function agreed(): Promise<boolean> {
    if (!uploading && open === 0) return true;
    const kind = uploading ? 'upload' : 'task';
    return tip({
      body: text(`signOut.${kind}`),
      confirm: text(`signOut.${kind}.leave`),
      cancel: text(`signOut.${kind}.stay`),
    });
  }

  return async () => {
    if (!(await agreed())) return;
    await stopLocalTasks();
    // Change the address first: a list that is still loading would get no session and report it as expired.
    const { href } = location;
    history.replaceState(history.state, '', '/login');
    try {
      await call(logout, {});
    } catch (fault) {
      // Only logged: the shell has already announced why.
      console.error(text('signOut.failed'), fault);
      history.replaceState(history.state, '', href);
      return;
    }
    dropDrafts();
    location.assign('/login');
  };
}
