import type { CallReply, restoreFromBin as restoreCall } from '@sitedeck/contract';
import { faultOf } from '#files/link/file-fault';
import type { Verb } from '../verb';

export const listBin: Verb<'listBin'> = (body, { disk, signal }) => disk.bin.list(body, signal);

/** Restores each entry on its own: a failure is reported next to the restored entries. */
export const restoreFromBin: Verb<'restoreFromBin'> = async (body, { disk, signal }) => {
  const reply: CallReply<typeof restoreCall> = { restored: [], failed: [] };
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

export const emptyBin: Verb<'emptyBin'> = (body, { disk, signal }) => disk.bin.remove(body.ids, signal);
