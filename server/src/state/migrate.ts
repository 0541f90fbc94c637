import { Migrator, type MigrationProvider } from 'kysely/migration';
import type { Db } from './db';
import * as backbone from './migrations/0001-backbone';
import * as sharedSecrets from './migrations/0002-shared-secrets';
import * as registry from './migrations/0003-registry';
import * as taskFeed from './migrations/0004-task-feed';
import * as hostSettings from './migrations/0005-host-settings';
import * as oneTimeCodes from './migrations/0006-one-time-codes';
import * as visits from './migrations/0007-visits';
import * as logSearch from './migrations/0008-log-search';
import * as taskTime from './migrations/0009-task-time';
import * as endedSessions from './migrations/0010-ended-sessions';
import * as siteSettings from './migrations/0011-site-settings';
import * as hostDatabase from './migrations/0012-host-database';
import * as backup from './migrations/0013-backup';
import * as backupCopies from './migrations/0014-backup-copies';
import * as archiveEntries from './migrations/0015-archive-entries';
import * as embedOrigins from './migrations/0016-embed-origins';
import * as planOperator from './migrations/0017-plan-operator';
import * as names from './migrations/0018-names';
import * as nameChecks from './migrations/0019-name-checks';
import * as edgeStatistics from './migrations/0020-edge-statistics';
import * as cdnAllowance from './migrations/0021-cdn-allowance';
import * as cron from './migrations/0022-cron';
import * as hostShares from './migrations/0023-host-shares';
import * as mailsPerHour from './migrations/0024-mails-per-hour';
import * as siteMove from './migrations/0025-site-move';
import * as siteImage from './migrations/0026-site-image';
import * as apps from './migrations/0027-apps';
import * as staging from './migrations/0028-staging';
import * as scan from './migrations/0029-scan';

/** Named in order; a released migration is never edited. */
const provider: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({
      '0001-backbone': backbone,
      '0002-shared-secrets': sharedSecrets,
      '0003-registry': registry,
      '0004-task-feed': taskFeed,
      '0005-host-settings': hostSettings,
      '0006-one-time-codes': oneTimeCodes,
      '0007-visits': visits,
      '0009-task-time': taskTime,
      '0008-log-search': logSearch,
      '0010-ended-sessions': endedSessions,
      '0011-site-settings': siteSettings,
      '0012-host-database': hostDatabase,
      '0013-backup': backup,
      '0014-backup-copies': backupCopies,
      '0015-archive-entries': archiveEntries,
      '0016-embed-origins': embedOrigins,
      '0017-plan-operator': planOperator,
      '0018-names': names,
      '0019-name-checks': nameChecks,
      '0020-edge-statistics': edgeStatistics,
      '0021-cdn-allowance': cdnAllowance,
      '0022-cron': cron,
      '0023-host-shares': hostShares,
      '0024-mails-per-hour': mailsPerHour,
      '0025-site-move': siteMove,
      '0026-site-image': siteImage,
      '0027-apps': apps,
      '0028-staging': staging,
      '0029-scan': scan,
    }),
};

/** Brings the schema up to date. Kysely holds an advisory lock, so that many processes may start at once. */
export async function migrate(db: Db): Promise<void> {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error');
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
}
