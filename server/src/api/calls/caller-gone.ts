import type { PublicContext } from './handlers';

/** A browser that goes away stops what it asked for. */
export function callerGone({ raw }: Pick<PublicContext, 'raw'>): AbortSignal {
  const gone = new AbortController();
  if (raw.reply.raw.destroyed) gone.abort();
  raw.reply.raw.once('close', () => {
    if (!raw.reply.raw.writableEnded) gone.abort();
  });
  return gone.signal;
}
