import { AnyEnvelope, fillPath, type CallInput, type CallReply, type CallShape } from '@sitedeck/contract';
import type { Door } from './door';
import { CommandRefusal } from './refusal';

const queryOf = (query: unknown): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

/** `bytes` is the body of a call that takes a file. */
export type ProviderCall = <C extends CallShape>(
  call: C,
  input: CallInput<C>,
  bytes?: Uint8Array,
) => Promise<CallReply<C>>;

interface Sent {
  readonly type?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

function sentOf(body: unknown, bytes: Uint8Array | undefined): Sent {
  if (bytes !== undefined) return { type: 'application/gzip', body: new Uint8Array(bytes) };
  return body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) };
}

/** Calls the provider API; a refusal ends the command with its words. */
export function providerCall(open: () => Promise<Door>): ProviderCall {
  return async (call, input, bytes) => {
    const { params, query, body }: Readonly<Record<keyof typeof input, unknown>> = input;
    const { registry, key } = await open();
    const bearer = await key();
    const sent = sentOf(body, bytes);
    const reply = await fetch(
      `${registry}${fillPath(call.path, params as Readonly<Record<string, unknown>> | undefined)}${queryOf(query)}`,
      {
        method: call.method,
        headers: {
          authorization: `Bearer ${bearer}`,
          'accept-language': 'en-US',
          ...(sent.type !== undefined && { 'content-type': sent.type }),
        },
        ...(sent.body !== undefined && { body: sent.body }),
      },
    ).catch((cause: unknown) => {
      throw new CommandRefusal(`The provider API at ${registry} does not answer. Is the server running?`, {
        cause,
      });
    });
    const envelope = AnyEnvelope.parse(await reply.json());
    if (!reply.ok) throw new CommandRefusal(envelope.msg ?? `HTTP ${reply.status}`);
    return call.reply.parse(envelope.res) as CallReply<typeof call>;
  };
}
