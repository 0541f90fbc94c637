import type { CallShape } from '@sitedeck/contract';

/** Prefix of the calls that read or change a host's configuration. */
const ZONE = '/api/vhost/';
/** Each of these concerns its own parameters: a newer one does not make an older one obsolete. */
const EXCLUDED = '/api/vhost/config/php/updatePhpParam';

/** A newer request replaces an older one with the same prefix: the path before its first parameter. */
function prefixOf({ path }: CallShape): string | undefined {
  if (!path.startsWith(ZONE) || path === EXCLUDED) return undefined;
  return path.replace(/\/?\{.*$/, '');
}

/** Runs a request so that `signal`, or a newer request with the same prefix, aborts it. */
export type Supersede = <Res>(
  def: CallShape,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal | undefined) => Promise<Res>,
) => Promise<Res>;

export function makeSupersede(): Supersede {
  const running = new Map<string, AbortController>();
  return async (def, signal, send) => {
    const prefix = prefixOf(def);
    if (prefix === undefined) return send(signal);
    running.get(prefix)?.abort();
    const mine = new AbortController();
    running.set(prefix, mine);
    try {
      return await send(signal ? AbortSignal.any([signal, mine.signal]) : mine.signal);
    } finally {
      if (running.get(prefix) === mine) running.delete(prefix);
    }
  };
}
