import type { FaultReason } from '@sitedeck/contract';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import { z } from 'zod';
import { isRefusal, Refusal } from '#faults/refusal';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import { CatalogueIndex, readIndex, type IndexedApp } from '#system/apps/catalogue-index';
import type { CatalogueSource } from '#system/apps/catalogue-source';
import type { PublicKeyText } from '#system/site-image/signing-key';

const REASONS = Object.keys(FAULT_MESSAGES) as [FaultReason, ...FaultReason[]];
const Value = z.union([z.string(), z.number(), z.object({ 'zh-CN': z.string(), 'en-US': z.string() })]);
const Failure = z.object({ reason: z.enum(REASONS), values: z.record(z.string(), Value) });
export type CatalogueFailure = z.infer<typeof Failure>;

/** The catalogue as it was read last. */
export interface StoredCatalogue {
  /** Undefined: it could never be read. */
  readonly index: CatalogueIndex | undefined;
  /** The last attempt. */
  readonly readAt: Date | null;
  /** Why it could not be read then; undefined if it could. */
  readonly failure: CatalogueFailure | undefined;
}

const NEVER_READ: StoredCatalogue = { index: undefined, readAt: null, failure: undefined };

/** @param place where the operator says that the catalogue is; what was read elsewhere does not count */
export async function storedCatalogue(db: Db, place: string): Promise<StoredCatalogue> {
  const row = await db.selectFrom('app_catalogue').selectAll().where('place', '=', place).executeTakeFirst();
  if (!row) return NEVER_READ;
  return {
    index: CatalogueIndex.safeParse(row.index).data,
    readAt: row.read_at,
    failure: Failure.safeParse(row.failure).data,
  };
}

async function store(db: Db, place: string, { index, readAt, failure }: StoredCatalogue): Promise<void> {
  const values = {
    place,
    index: index ? storedJson(index) : null,
    read_at: readAt,
    failure: failure ? storedJson(failure) : null,
  };
  await db
    .insertInto('app_catalogue')
    .values({ only_row: true, ...values })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}

export interface CatalogueToRead {
  readonly place: string;
  readonly source: CatalogueSource;
  readonly trusted: () => Promise<readonly PublicKeyText[]>;
}

/**
 * Reads the catalogue again and stores it. If that fails, the last good one stays and the failure is stored with it. An index
 * older than the last good one is a failure, too: someone may have put back an app with a known hole.
 */
export async function refreshCatalogue(
  db: Db,
  { place, source, trusted }: CatalogueToRead,
  now: number,
): Promise<StoredCatalogue> {
  const before = await storedCatalogue(db, place);
  const after = await (async (): Promise<StoredCatalogue> => {
    try {
      const index = readIndex(await source.readIndex(), await trusted());
      if (index.serial < (before.index?.serial ?? 0)) throw new Refusal('catalogue-older');
      return { index, readAt: new Date(now), failure: undefined };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return {
        ...before,
        readAt: new Date(now),
        failure: { reason: error.reason, values: { ...error.detail.values } },
      };
    }
  })();
  await store(db, place, after);
  return after;
}

/** The entry of an app in the version that was requested. Refuses with `app-unknown`. */
export function entryOf({ index }: StoredCatalogue, app: string, version?: string): IndexedApp {
  const entry = index?.apps.find((one) => one.app === app);
  if (!entry || (version !== undefined && entry.version !== version)) throw new Refusal('app-unknown');
  return entry;
}
