import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Enqueue } from '#queue/enqueue';
import { Refusal } from '#faults/refusal';
import { remoteDownloadTask } from '../tasks';

/** The query may contain a key. */
const withoutSecrets = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/** A user name and password in an address are never sent, and must not be stored in a task's row. */
function refuseSecrets(address: string): void {
  const { username, password, hostname } = new URL(address);
  if (username !== '' || password !== '')
    throw new Refusal('url-refused', { field: 'url', values: { host: hostname } });
}

export function remoteDownloadHandlers(enqueue: Enqueue): Handlers<Pick<typeof consoleCalls, 'fetchUrl'>> {
  return {
    fetchUrl: async ({ body }, { scope, note }) => {
      const { url, to, name } = body;
      refuseSecrets(url);
      const shown = { url: withoutSecrets(url), ...(name !== undefined && { name }) };
      note(to, shown);
      const { hostCode, operator } = scope;
      const payload = { ...shown, targetPath: to, ...(shown.url !== url && { hidden: { url } }) };
      const task = await enqueue(remoteDownloadTask, { hostCode, operator, payload });
      return { taskId: task.id };
    },
  };
}
