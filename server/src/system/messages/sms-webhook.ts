import type { Logger } from 'pino';
import type { Channel } from './channels';
import { codeOf } from '#faults/error-code';
import { Refusal } from '#faults/refusal';

/** If the adapter does not accept the message within this time, it counts as down, ms. */
const PATIENCE_MS = 10_000;

interface WebhookParts {
  /** The provider sets it, so any address is allowed; it contains no tenant's input. */
  readonly url: string;
  readonly token: string | undefined;
  readonly log: Logger;
}

/** `fetch` reports why a connection failed in `cause`. */
function whyOf(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : error;
  return codeOf(cause) ?? 'no reply';
}

/** Text messages over the provider's adapter: `POST {phone, text}`; any 2xx status means accepted. */
export function smsChannel({ url, token, log }: WebhookParts): Channel {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const post = async (body: string): Promise<number> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // A redirect would send token and code to another address.
    const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
    await reply.body?.cancel();
    return reply.status;
  };
  return {
    send: async (phone, { text }) => {
      const status = await post(JSON.stringify({ phone, text })).catch(whyOf);
      if (typeof status === 'number' && status >= 200 && status < 300) return;
      log.warn({ channel: 'sms', status }, 'text message not sent');
      throw new Refusal('channel-failed');
    },
  };
}
