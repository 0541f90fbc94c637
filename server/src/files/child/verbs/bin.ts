import type { CallReply, CallRequest, emptyBin, listBin, restoreFromBin } from '@sitedeck/contract';
import { faultOf } from '#files/link/file-fault';
import type { Verb } from '../verb';

export const list: Verb<CallRequest<typeof listBin>['body'], CallReply<typeof listBin>> = (
  body,
  { disk, signal },
) => disk.bin.list(body, signal);

type Restored = CallReply<typeof restoreFromBin>;

/** One that fails is told beside the others. */
export const restore: Verb<CallRequest<typeof restoreFromBin>['body'], Restored> = async (
  body,
  { disk, signal },
) => {
  const reply: Restored = { restored: [], failed: [] };
  for (const id of body.ids) {
    signal.throwIfAborted();
    const path = disk.bin.pathOf(id);
    try {
      reply.restored.push({ id, path: await disk.bin.restore(id, body.ifExists, signal) });
    } catch (error) {
      reply.failed.push({ id, path, fault: faultOf(error) });
    }
  }
  return reply;
};

export const empty: Verb<CallRequest<typeof emptyBin>['body'], CallReply<typeof emptyBin>> = (
  body,
  { disk, signal },
) => disk.bin.remove(body.ids, signal);
