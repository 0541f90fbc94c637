import type { AnyEnvelope, CallReply, embedBoot } from '@sitedeck/contract';
import type { MissingToken } from '@sitedeck/sdk';
import { requestToken } from '@sitedeck/sdk/portal-token';
import type { EmbedOptions } from './embed-api';

export type EmbedBoot = CallReply<typeof embedBoot>;

export type BootReply =
  | { readonly is: 'boot'; readonly boot: EmbedBoot; readonly token: string }
  /** The portal gave no token, or the server takes none of those it gave. */
  | { readonly is: 'auth-required'; readonly reason: MissingToken }
  /** In the server's words, where it had any. */
  | { readonly is: 'denied'; readonly reason: string; readonly message: string }
  | { readonly is: 'lost' };

/** How an area of a portal starts. */
export interface AreaStart {
  readonly origin: string;
  /** The loader's request, sent before this code had loaded. */
  readonly boot: Promise<BootReply>;
}

/** The path by type only: the contract's schemas are not needed before the kit loads. */
const PATH: typeof embedBoot.path = '/api/remote/embed';
/** Time limit for fetching the boot document, ms. */
const TIMEOUT_MS = 4000;
const EXPIRED = 996;

/** Fetches what the server knows about the token's remote and host. An expired token is renewed once. */
export async function readBoot(origin: string, options: EmbedOptions): Promise<BootReply> {
  const first = await ask(origin, options);
  return first.is === 'auth-required' && first.reason === 'refused' ? ask(origin, options) : first;
}

async function ask(origin: string, { getToken, locale }: EmbedOptions): Promise<BootReply> {
  const given = await requestToken(getToken);
  if (given.is !== 'token') return { is: 'auth-required', reason: given.is };
  const { token } = given;
  try {
    const reply = await fetch(origin + PATH, {
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
        ...(locale && { 'Accept-Language': locale }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (reply.status === EXPIRED) return { is: 'auth-required', reason: 'refused' };
    return answerOf((await reply.json()) as AnyEnvelope, token);
  } catch {
    return { is: 'lost' };
  }
}

function answerOf({ code, res, msg }: AnyEnvelope, token: string): BootReply {
  if (String(code) === '200') return { is: 'boot', boot: res as EmbedBoot, token };
  const { reason } = res as { readonly reason?: string };
  return { is: 'denied', reason: reason ?? 'refused', message: msg ?? '' };
}
