import {
  gateReasons,
  type BootRemote,
  type consoleCalls,
  type PublicConfig,
  type RemoteEvent,
} from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { hostInfo, type NodeTraits } from '#sites/api/host-info';
import type { Session } from '#sites/host-scope';
import { Refusal } from '#faults/refusal';
import { checkHashes, checkOverride } from './traffic/override';
import { EventAllowance } from './health/event-allowance';
import { LONGEST_LOAD_MS } from './health/health';
import type { Registry, OpenRegistryParts } from './registry';
import { resolveBoot } from './traffic/resolve';
import { gateReasonTexts } from './surroundings';

export type PageCalls = Pick<
  typeof consoleCalls,
  'reportRemoteEvents' | 'embedBoot' | 'previewOverride' | 'setOverride' | 'resetOverride'
>;

export interface PageParts
  extends
    NodeTraits,
    Pick<
      OpenRegistryParts,
      'log' | 'now' | 'config' | 'metrics' | 'sessions' | 'overrideOrigins' | 'origins'
    > {
  readonly registry: Registry;
}

/**
 * The console's own origin that the portal requested, since the addresses in the reply must be reachable from
 * there.
 */
function ownOrigin(origins: readonly string[], host: string | undefined): string {
  const requested = origins.find((origin) => new URL(origin).host === host);
  return requested ?? origins[0] ?? '';
}

/** Makes an address absolute, so that it works in another origin's page. */
const absolute = (address: string, origin: string): string => new URL(address, origin).href;

const embedRemote = (remote: BootRemote, origin: string): BootRemote => ({
  ...remote,
  base: absolute(remote.base, origin),
});

const embedConfig = (config: PublicConfig, origin: string): PublicConfig => ({
  ...config,
  apiBase: absolute(config.apiBase, origin),
  fileServiceBase: absolute(config.fileServiceBase, origin),
});

/** A build in development is not minified; the budgets apply to published versions. */
const NO_WEIGHT = { entry: 0, total: 0 };

function count(event: RemoteEvent, { registry, metrics, log }: PageParts): void {
  registry.health.add(event);
  if (event.is === 'loaded') return metrics.loaded(event, Math.min(event.ms, LONGEST_LOAD_MS) / 1000);
  const { name, version, stage, message } = event;
  metrics.failed(event, stage);
  log.warn({ remote: name, version, stage, message }, 'a remote failed in a page');
}

/** Whether pages may report about a remote: its version is stored, and the session does not override it. */
async function isKnown(
  { name, version }: RemoteEvent,
  session: Session,
  { live }: Registry,
): Promise<boolean> {
  if (session.override?.built.name === name) return false;
  const { remotes } = await live.get();
  return remotes.some((remote) => remote.name === name && remote.versions.has(version));
}

/** Handlers of the calls that pages of the console and of portals make. */
export function pageHandlers(parts: PageParts): Handlers<PageCalls> {
  const { registry, sessions, overrideOrigins } = parts;
  const allowance = new EventAllowance(parts.now);
  return {
    reportRemoteEvents: async ({ body }, { session }) => {
      allowance.take(session.hostCode, body.events.length);
      for (const event of body.events) if (await isKnown(event, session, registry)) count(event, parts);
      return {};
    },
    embedBoot: async (_request, { session, scope, raw }) => {
      if (session.credential.is !== 'embed') throw new Refusal('not-allowed');
      const { remote: name } = session.credential;
      const boot = resolveBoot(await registry.live.get(), { accountCode: session.accountCode });
      const remote = boot.remotes.find((one) => one.name === name);
      if (!remote) throw new Refusal('not-published', { values: { name } });
      const origin = ownOrigin(parts.origins, raw.request.headers.host);
      return {
        remote: embedRemote(remote, origin),
        config: embedConfig(parts.config, origin),
        host: hostInfo(scope, scope.host, parts),
      };
    },
    previewOverride: ({ query: { base } }, { session }) => {
      checkOverride(session, base, overrideOrigins);
      return Promise.resolve({});
    },
    setOverride: async ({ body: { base, built } }, { session, note }) => {
      const { name, version } = built;
      note(name, { base, version });
      checkOverride(session, base, overrideOrigins);
      checkHashes(built);
      const { remotes } = await registry.live.get();
      if (!remotes.some((remote) => remote.name === name && remote.inForce.size > 0))
        throw new Refusal('not-published', { values: { name } });
      const reasons = gateReasons({ built, weight: NO_WEIGHT }, await registry.surroundings(name));
      if (reasons.length > 0)
        throw new Refusal('version-unfit', { values: { version, reasons: gateReasonTexts(reasons) } });
      await sessions.setOverride(session, { base, built });
      return {};
    },
    resetOverride: async (_request, { session, note }) => {
      if (session.override) note(session.override.built.name, { base: session.override.base });
      await sessions.setOverride(session, undefined);
      return {};
    },
  };
}
