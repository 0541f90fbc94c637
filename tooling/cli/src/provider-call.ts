import { AnyEnvelope, fillPath, type CallInput, type CallReply, type CallShape } from '@sitedeck/contract';
import type { ServerAccess, ProviderAddress } from './server-address';
import { CommandRefusal } from './refusal';
import { send } from './send';

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

interface Body {
  readonly type?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

function bodyOf(body: unknown, bytes: Uint8Array | undefined): Body {
  if (bytes !== undefined) return { type: 'application/gzip', body: new Uint8Array(bytes) };
  return body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) };
}

const inWords = (address: ProviderAddress): string =>
  address.is === 'socket' ? `unix:${address.path}` : address.origin;

const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Calls the provider API; a refusal ends the command with its message. */
export function providerCall(open: () => Promise<ServerAccess>): ProviderCall {
  return async (call, input, bytes) => {
    const { params, query, body: given }: Readonly<Record<keyof typeof input, unknown>> = input;
    const { provider, key } = await open();
    if (!provider)
      throw new CommandRefusal("No server: set SITEDECK_REGISTRY to the address of the provider's listener");
    const bearer = await key();
    const { type, ...body } = bodyOf(given, bytes);
    const path = fillPath(call.path, params as Readonly<Record<string, unknown>> | undefined);
    const reply = await send(provider, {
      method: call.method,
      path: `${path}${queryOf(query)}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        'accept-language': 'en-US',
        ...(type !== undefined && { 'content-type': type }),
      },
      ...body,
    }).catch((cause: unknown) => {
      const words = `The provider API at ${inWords(provider)} does not answer. Is the server running?`;
      throw new CommandRefusal(words, { cause });
    });
    const envelope = AnyEnvelope.parse(JSON.parse(reply.text));
    if (!isOk(reply.status)) throw new CommandRefusal(envelope.msg ?? `HTTP ${reply.status}`);
    return call.reply.parse(envelope.res) as CallReply<typeof call>;
  };
}
