import { fillPath, type CallShape, type PublicConfig } from '@sitedeck/contract';

/** The parts of a call that are sent, as the transport sees them. */
export interface CallParts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
}

/**
 * A base may be an origin (`https://api.example`) or already end with the zone (`/api`): the zone is never
 * added twice.
 */
function join(base: string, zone: string, path: string): string {
  const trimmed = base.replace(/\/+$/, '');
  return trimmed + (trimmed.endsWith(zone) ? path.slice(zone.length) : path);
}

/** Address of a call: base of its zone, encoded path parameters and query. Undefined query values are left out. */
export function addressOf(config: PublicConfig, { path }: CallShape, { params, query }: CallParts): string {
  const filled = fillPath(path, params);
  const address = filled.startsWith('/fs/')
    ? join(config.fileServiceBase, '/fs', filled)
    : join(config.apiBase, '/api', filled);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const tail = search.toString();
  return tail ? `${address}?${tail}` : address;
}
