import type { Logger } from 'pino';
import type { Channel } from './channels';
import { codeOf } from '#faults/error-code';
import { Refusal } from '#faults/refusal';

/** The adapter takes the message over in this time, or it is down, ms. */
const PATIENCE_MS = 10_000;

interface WebhookParts {
  /** The provider's own, so it may lead anywhere: nothing of a tenant's is in it. */
  readonly url: string;
  readonly token: string | undefined;
  readonly log: Logger;
}

/** `fetch` says why a connection failed in the cause. */
function whyOf(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : error;
  return codeOf(cause) ?? 'no reply';
}

/** Text messages by an adapter of the provider's: `POST {phone, text}`, any 2xx says that it was taken over. */
export function smsChannel({ url, token, log }: WebhookParts): Channel {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const post = async (body: string): Promise<number> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // Elsewhere neither token nor code is expected.
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
