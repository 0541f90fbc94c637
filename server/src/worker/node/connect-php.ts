import { setTimeout as sleep } from 'node:timers/promises';
import { phpProtocol } from '#links/php-protocol';
import { isRefusal } from '#faults/refusal';
import { connectRpc } from '#system/rpc/rpc-client';
import type { PhpControl } from '#system/site/node-plan';

/** A PHP process that was killed is back within this time, ms. */
const BACK_MS = 15_000;
const PAUSE_MS = 100;

/** Each of its requests has the same result if it is repeated. */
async function whileItStarts<Reply>(request: () => Promise<Reply>): Promise<Reply> {
  const deadline = Date.now() + BACK_MS;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      const isDown = isRefusal(error) && error.reason === 'engine-down';
      if (!isDown || Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Requests to the PHP process, which are repeated while it starts. */
export function connectPhp(socket: string): PhpControl & { readonly close: () => void } {
  const rpc = connectRpc(phpProtocol, socket);
  return {
    open: async () => (await whileItStarts(() => rpc.call('open', {}))).failed,
    endOthers: async () => void (await whileItStarts(() => rpc.call('endOthers', {}))),
    restart: async (hostCode) => void (await whileItStarts(() => rpc.call('restart', { hostCode }))),
    close: () => rpc.close(),
  };
}
