import { changeHost, type HostListRecord } from '@sitedeck/contract';
import { call, dropDrafts, kernel, needsPage } from '@sitedeck/sdk';
import { useFeedback, useText } from '@sitedeck/ui/core';
import { hasUnsavedWork, reloadWithoutAsking } from '../../boot/leave-guard';
import { markHostSwitch } from '../../routing/host-switch';
import { stopLocalTasks } from '../stop-local-tasks';
import { hostTexts } from './host-texts';
import { nameOf } from './HostOption';

const MESSAGE = 'change-host';

/** Whether switching the host would stop work of this page, or lose unsaved changes. */
export const wouldLose = (): boolean =>
  hasUnsavedWork() || kernel().store.getState().localTasks.some(needsPage);

/** Switches the session to another host and reloads the page. */
export function useChangeHost(): (host: HostListRecord) => Promise<void> {
  const text = useText(hostTexts);
  const { message } = useFeedback();
  return async (host) => {
    const { hostCode } = host;
    message.open({
      key: MESSAGE,
      type: 'loading',
      content: text('switching', { name: nameOf(host) }),
      duration: 0,
    });
    await stopLocalTasks();
    try {
      await call(changeHost, { body: { hostCode } });
    } catch {
      // The shell announces a refusal; the page stays on its host.
      message.destroy(MESSAGE);
      return;
    }
    dropDrafts();
    markHostSwitch();
    reloadWithoutAsking();
  };
}
