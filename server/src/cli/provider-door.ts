import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AnyEnvelope, type CallInput, type CallReply, type CallShape } from '@sitedeck/contract';
import { isolationHere } from '../system/identity';
import { placesOf } from '../system/places';
import { adminAddress, readSettings } from '../system/settings';

/** Ends the command with one clear line. */
export class CommandRefusal extends Error {}

interface Door {
  readonly url: string;
  readonly key: string;
}

/** Where the provider API listens and the key for it: from the environment, else from the data directory. */
async function openDoor(env: NodeJS.ProcessEnv): Promise<Door> {
  const isolation = isolationHere();
  const result = readSettings(env, isolation);
  if (result.is === 'refused') throw new CommandRefusal(result.lines.join('\n'));
  const { settings } = result;
  const { host, port } = adminAddress(settings);
  const file = join(placesOf(settings.dataDirectory, isolation).secrets, 'provider-key');
  const key = settings.SITEDECK_PROVIDER_KEY ?? (await readFile(file, 'utf8').catch(() => '')).trim();
  if (key === '')
    throw new CommandRefusal(
      `No key: set SITEDECK_PROVIDER_KEY, or SITEDECK_DATA to the data directory of the server (looked for ${file})`,
    );
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host;
  return { url: `http://${reachable}:${port}`, key };
}

/** `/provider/hosts/{hostCode}` with its values in place. */
const fill = (path: string, params: unknown): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String((params as Readonly<Record<string, unknown>>)[name])),
  );

const queryOf = (query: unknown): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

export type ProviderCall = <C extends CallShape>(call: C, input: CallInput<C>) => Promise<CallReply<C>>;

/** Calls the provider API; a refusal ends the command with its words. */
export function providerDoor(env: NodeJS.ProcessEnv): ProviderCall {
  let door: Promise<Door> | undefined;
  return async (call, input) => {
    const { params, query, body }: Readonly<Record<keyof typeof input, unknown>> = input;
    door ??= openDoor(env);
    const { url, key } = await door;
    const reply = await fetch(`${url}${fill(call.path, params)}${queryOf(query)}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${key}`,
        'accept-language': 'en-US',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new CommandRefusal(`The provider API at ${url} does not answer. Is the server running?`, {
        cause,
      });
    });
    const envelope = AnyEnvelope.parse(await reply.json());
    if (!reply.ok) throw new CommandRefusal(envelope.msg ?? `HTTP ${reply.status}`);
    return call.reply.parse(envelope.res) as CallReply<typeof call>;
  };
}
