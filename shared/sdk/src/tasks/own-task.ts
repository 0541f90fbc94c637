import { stopTask, type CallShape } from '@sitedeck/contract';
import type { Call } from '../call/call-shape';

/** The task that a call started or stopped. */
export function ownTaskOf(def: CallShape, reply: unknown): number | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  if (def.path === stopTask.path) return numberIn(reply, 'id');
  return def.taskKind && numberIn(reply, 'taskId');
}

function numberIn(reply: object, key: string): number | undefined {
  const value: unknown = Reflect.get(reply, key);
  return typeof value === 'number' ? value : undefined;
}

/** Calls whose tasks are followed, so that no page has to remember it. */
export const followingCall =
  (call: Call, follow: (id: number) => void): Call =>
  async (def, input, options) => {
    const reply = await call(def, input, options);
    const id = ownTaskOf(def, reply);
    if (id !== undefined) follow(id);
    return reply;
  };
