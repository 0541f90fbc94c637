import { Readable } from 'node:stream';
import type { providerCalls, TrafficChange } from '@sitedeck/contract';
import type { Handlers, ProviderContext } from '#api/calls/handlers';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { changeTraffic } from '../traffic/change-traffic';
import { collectVersions } from './collect-versions';
import { publish } from './publish';
import type { Registry } from '../registry';
import { remoteStatus } from '../status';

export type VersionCalls = Pick<
  typeof providerCalls,
  'listRemotes' | 'getRemote' | 'getSurroundings' | 'publishVersion' | 'changeTraffic' | 'collectVersions'
>;

export interface VersionParts {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: () => number;
}

const mayReach = ({ scopes }: ProviderContext, name: string): boolean =>
  scopes.includes('remotes') || scopes.includes(`remotes:${name}`);

async function listRemotes(db: Db) {
  const rows = await db
    .selectFrom('remote_traffic')
    .leftJoin('remote_version', (join) =>
      join
        .onRef('remote_version.name', '=', 'remote_traffic.name')
        .on('remote_version.collected_at', 'is', null),
    )
    .select((row) => [
      'remote_traffic.name',
      'remote_traffic.revision',
      'remote_traffic.document as traffic',
      row.fn.count<number>('remote_version.version').as('versions'),
    ])
    .groupBy('remote_traffic.name')
    .orderBy('remote_traffic.name')
    .execute();
  return rows;
}

async function checkAccount(db: Db, change: TrafficChange): Promise<void> {
  if (change.is !== 'pin' || change.version === null) return;
  const account = await db
    .selectFrom('account')
    .select('code')
    .where('code', '=', change.accountCode)
    .executeTakeFirst();
  if (!account) throw new Refusal('not-found', { field: 'change.accountCode' });
}

/** Handlers of the provider's calls: remotes, their versions and traffic. */
export function versionHandlers({ db, registry, now }: VersionParts): Handlers<VersionCalls> {
  const { files, health, surroundings, surroundingsWithin } = registry;
  return {
    listRemotes: async (_request, context) =>
      (await listRemotes(db)).filter(({ name }) => mayReach(context, name)),
    getRemote: async ({ params: { name } }, { locale }) =>
      remoteStatus({ db, health }, { name, locale, around: await surroundings(name) }),
    getSurroundings: ({ params }) => surroundings(params.name),
    publishVersion: async ({ params: { name }, query: { why } }, { key, note, raw }) => {
      note(name, { why });
      const { body } = raw.request;
      if (!(body instanceof Readable)) throw new Refusal('package-unreadable');
      const parts = { db, files, surroundings: () => surroundings(name) };
      const published = await publish(parts, { name, body, publisher: key, why });
      note(name, { why, version: published.version });
      return published;
    },
    changeTraffic: async ({ params: { name }, body: { revision, why, change } }, { key, note }) => {
      note(name, { why, change });
      await checkAccount(db, change);
      const request = { name, revision, who: key, why, change };
      return changeTraffic(db, request, (tx) => surroundingsWithin(tx, name));
    },
    collectVersions: async ({ params: { name }, body: { dryRun } }, { note }) => {
      note(name, { dryRun });
      return collectVersions({ db, files, now }, name, dryRun);
    },
  };
}
