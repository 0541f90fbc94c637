import type { PublicContext } from './handlers';

/** Aborts when the caller disconnects, so that its work can stop. */
export function callerGone({ raw }: Pick<PublicContext, 'raw'>): AbortSignal {
  const gone = new AbortController();
  if (raw.reply.raw.destroyed) gone.abort();
  raw.reply.raw.once('close', () => {
    if (!raw.reply.raw.writableEnded) gone.abort();
  });
  return gone.signal;
}
