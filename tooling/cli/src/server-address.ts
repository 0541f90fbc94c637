import { CommandRefusal } from './refusal';

/** Address of the provider API. */
export type ProviderAddress =
  | { readonly is: 'origin'; readonly origin: string }
  /** On the server's own machine. */
  | { readonly is: 'socket'; readonly path: string };

/** Addresses of a running server. The key is read only by commands that need one. */
export interface ServerAccess {
  /** Origin of the console. */
  readonly server: string;
  /** Undefined: no address is configured. */
  readonly provider: ProviderAddress | undefined;
  readonly key: () => Promise<string>;
}

/** Options that stand before every command. */
export interface ServerOptions {
  readonly server?: string;
  readonly registry?: string;
}

export const DEFAULT_SERVER = 'http://localhost:8080';

/** Prefix of a unix socket in SITEDECK_REGISTRY. */
const SOCKET = 'unix:';

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new CommandRefusal(`${text} is not an address: write it as ${DEFAULT_SERVER}`);
  return url.origin;
}

function providerOf(text: string): ProviderAddress {
  return text.startsWith(`${SOCKET}/`)
    ? { is: 'socket', path: text.slice(SOCKET.length) }
    : { is: 'origin', origin: originOf(text) };
}

/**
 * Connection settings from SITEDECK_URL, SITEDECK_REGISTRY and SITEDECK_KEY.
 * @param local address of the provider API if none is configured. Never a guessed port: while the server is down, any
 * user of its machine may listen there and would receive the key
 */
export function findServer(
  env: NodeJS.ProcessEnv,
  options: ServerOptions,
  local?: ProviderAddress,
): ServerAccess {
  const said = options.registry ?? env['SITEDECK_REGISTRY'];
  const provider = said === undefined ? local : providerOf(said);
  return {
    server: originOf(options.server ?? env['SITEDECK_URL'] ?? DEFAULT_SERVER),
    provider,
    key: async () => {
      const key = env['SITEDECK_KEY'] ?? '';
      if (key === '') throw new CommandRefusal('No key: set SITEDECK_KEY to the one your provider gave you');
      return key;
    },
  };
}
