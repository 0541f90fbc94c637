import { CommandRefusal } from './refusal';

/** The addresses of a running server. The key is asked for only by commands that need one. */
export interface Door {
  /** Origin of the console. */
  readonly server: string;
  /** Origin of the provider's listener. */
  readonly registry: string;
  readonly key: () => Promise<string>;
}

/** Options that stand before every command. */
export interface DoorOptions {
  readonly server?: string;
  readonly registry?: string;
}

export const DEFAULT_SERVER = 'http://localhost:8080';
export const DEFAULT_REGISTRY = 'http://127.0.0.1:8090';

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new CommandRefusal(`${text} is no address: say it as ${DEFAULT_SERVER}`);
  return url.origin;
}

/** Outside a checkout: from SITEDECK_URL, SITEDECK_REGISTRY and SITEDECK_KEY. */
export function openDoor(env: NodeJS.ProcessEnv, options: DoorOptions): Door {
  return {
    server: originOf(options.server ?? env['SITEDECK_URL'] ?? DEFAULT_SERVER),
    registry: originOf(options.registry ?? env['SITEDECK_REGISTRY'] ?? DEFAULT_REGISTRY),
    key: async () => {
      const key = env['SITEDECK_KEY'] ?? '';
      if (key === '') throw new CommandRefusal('No key: set SITEDECK_KEY to the one your provider gave you');
      return key;
    },
  };
}
