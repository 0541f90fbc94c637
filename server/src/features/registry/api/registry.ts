import type { Logger } from 'pino';
import type { BootDocument, PublicConfig, RemoteFailure, Surroundings } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { Change } from '#state/live';
import type { RemoteOverride } from '#state/tables';
import { repeat } from '#system/concurrency/repeat';
import { registerBundled } from './versions/bundled';
import { HealthStore } from './health/health-store';
import { liveConsoles, recordServed, type Console } from './live-consoles';
import { LiveRegistry } from './live-registry';
import { offeredOrigin, overrideOf } from './traffic/override';
import { offerPackages } from './packages/packages';
import { readState } from './registry-state';
import { RemoteFiles } from './packages/remote-files';
import { resolveBoot } from './traffic/resolve';
import { surroundingsOf } from './surroundings';

const SERVED_EVERY_MS = 3600_000;
const FLUSH_EVERY_MS = 10_000;

/** Counts, besides the database, what pages report. */
export interface RemoteMetrics {
  readonly loaded: (remote: { name: string; version: string }, seconds: number) => void;
  readonly failed: (remote: { name: string; version: string }, stage: RemoteFailure) => void;
}

export interface RegistrySettings {
  /** Folder of the stored versions and packages. */
  readonly folder: string;
  /** Folder of the remotes of this build: `remotes/<name>/<version>/`, `packages/`. */
  readonly bundle: string;
  readonly console: Console;
  /** Origins from which a session with the claim may load a remote. */
  readonly overrideOrigins: readonly string[];
  /** The console's own origins; a portal gets the one that it requested. */
  readonly origins: readonly string[];
}

export interface OpenRegistryParts extends RegistrySettings {
  readonly db: Db;
  readonly log: Logger;
  readonly now: () => number;
  readonly config: PublicConfig;
  readonly metrics: RemoteMetrics;
  readonly sessions: {
    setOverride(session: Session, override: RemoteOverride | undefined): Promise<void>;
  };
}

/** The registry as its handlers and the page use it. */
export interface Registry {
  readonly files: RemoteFiles;
  readonly live: LiveRegistry;
  readonly health: HealthStore;
  readonly surroundings: (name: string) => Promise<Surroundings>;
  /** Like `surroundings`, but read inside a transaction. */
  readonly surroundingsWithin: (tx: Db, name: string) => Promise<Surroundings>;
  /** The boot document of a session. */
  readonly bootOf: (session: Session) => Promise<BootDocument>;
  /** The origin that this page may read from, if its address asks about an override. */
  readonly offeredOrigin: (session: Session, url: string) => string | undefined;
  onChange(change: Change): void;
  onConnected(connected: boolean): void;
  close(): Promise<void>;
}

function repeatJobs(log: Logger, jobs: readonly (readonly [pauseMs: number, work: () => Promise<void>])[]) {
  const onFailed = (err: unknown) => log.warn({ err }, 'registry: not written');
  const loops = jobs.map(([pauseMs, work]) => repeat(work, { pauseMs, onFailed }));
  return () => Promise.all(loops.map((loop) => loop.stop()));
}

/** Opens the registry: registers the remotes of this build and records the console that is served. */
export async function openRegistry(parts: OpenRegistryParts): Promise<Registry> {
  const { db, log, now, overrideOrigins } = parts;
  const files = new RemoteFiles(parts.folder);
  await files.prepare(now());
  await registerBundled(db, files, `${parts.bundle}/remotes`);
  await offerPackages(`${parts.bundle}/packages`, files.packages);
  await recordServed(db, parts.console, new Date(now()));

  const live = new LiveRegistry(db, files);
  const health = new HealthStore(db, now);
  const stopJobs = repeatJobs(log, [
    [SERVED_EVERY_MS, () => recordServed(db, parts.console, new Date(now()))],
    [SERVED_EVERY_MS, () => health.sweep()],
    [SERVED_EVERY_MS, () => files.prepare(now())],
    [FLUSH_EVERY_MS, () => health.flush()],
  ]);
  return {
    files,
    live,
    health,
    surroundings: async (name) =>
      surroundingsOf(name, await live.get(), await liveConsoles(db, new Date(now()))),
    surroundingsWithin: async (tx, name) =>
      surroundingsOf(name, await readState(tx, files), await liveConsoles(tx, new Date(now()))),
    bootOf: async (session) =>
      resolveBoot(await live.get(), {
        accountCode: session.accountCode,
        override: overrideOf(session, overrideOrigins),
      }),
    offeredOrigin: (session, url) => offeredOrigin(session, url, overrideOrigins),
    onChange: (change) => live.onChange(change),
    onConnected: (connected) => live.onConnected(connected),
    close: async () => {
      await stopJobs();
      await health.flush().catch((err: unknown) => log.warn({ err }, 'registry: not written'));
    },
  };
}
