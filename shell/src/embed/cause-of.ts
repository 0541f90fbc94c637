import type { BootRemote } from '@sitedeck/contract';
import type { EmbedFailure } from './embed-failure';

/** A script that did not run says no more than that; its bytes say whether the line or the file is to blame. */
export async function causeOf({ base, entry, assets }: BootRemote, error: unknown): Promise<EmbedFailure> {
  const [, failed] = /(https?:\/\/[^\s)'"]+\.js)/.exec(String(error)) ?? [];
  const address = failed?.startsWith(base) ? failed : base + entry;
  try {
    const reply = await fetch(address, { cache: 'no-store', credentials: 'omit' });
    if (!reply.ok) return { is: 'network' };
    const digest = await crypto.subtle.digest('SHA-384', await reply.arrayBuffer());
    const sum = `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
    return { is: assets[address.slice(base.length)] === sum ? 'crashed' : 'tampered' };
  } catch {
    return { is: 'network' };
  }
}
