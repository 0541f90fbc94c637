import type { consoleCalls, providerCalls } from '@sitedeck/contract';
import { backupNeeds } from '#features/backup/api/needs';
import {
  backupHandlers,
  backupProviderHandlers,
  type BackupCalls,
  type BackupParts,
  type BackupProviderCalls,
} from '#features/backup/api/routes';
import { cdnHandlers, type CdnParts } from '#features/cdn/api/routes';
import { cronNeeds } from '#features/cron/api/needs';
import { cronHandlers, type CronParts } from '#features/cron/api/routes';
import { certificateNeeds } from '#features/certificate/api/needs';
import { certificateHandlers, type CertificateParts } from '#features/certificate/api/routes';
import { databaseHandlers, type DatabaseCalls, type DatabaseParts } from '#features/database/api/routes';
import { domainNeeds } from '#features/domain/api/needs';
import { domainHandlers, type DomainParts } from '#features/domain/api/routes';
import type { FilesCalls } from '#features/files/api/routes';
import { quotaNeeds, runtimeNeeds, shareNeeds, statusNeeds } from '#features/host/api/needs';
import { hostHandlers, type HostParts } from '#features/host/api/routes';
import { hostenvHandlers, type HostenvParts } from '#features/hostenv/api/routes';
import { logHandlers, type LogParts } from '#features/log/api/routes';
import { providerHandlers, type ProviderParts } from '#features/provider/api/routes';
import {
  registryHandlers,
  registryProviderHandlers,
  type RegistryParts,
} from '#features/registry/api/routes';
import { sessionHandlers, type SessionParts } from '#features/session/api/routes';
import { appHandlers, type AppParts } from '#features/apps/api/routes';
import { scanNeeds } from '#features/scan/api/needs';
import { scanHandlers, type ScanParts } from '#features/scan/api/routes';
import { siteImageHandlers, type SiteImageParts } from '#features/site-image/api/routes';
import { siteMoveHandlers, type SiteMoveParts } from '#features/site-move/api/routes';
import { stagingHandlers, type StagingParts } from '#features/staging/api/routes';
import { taskNeeds } from '#features/task/api/needs';
import { taskHandlers, type TaskParts } from '#features/task/api/routes';
import type { NeedSource } from '#sites/api/need-source';
import type { Handlers } from './calls/handlers';

export type CoreCalls = Omit<typeof consoleCalls, keyof FilesCalls | keyof BackupCalls | keyof DatabaseCalls>;

export type CoreFeatureParts = SessionParts &
  HostParts &
  HostenvParts &
  DomainParts &
  CertificateParts &
  CdnParts &
  CronParts &
  AppParts &
  ScanParts &
  SiteImageParts &
  SiteMoveParts &
  StagingParts &
  TaskParts &
  LogParts &
  RegistryParts;

/** Handlers of the features that need neither the file service nor the queue. */
export const coreHandlers = (parts: CoreFeatureParts): Handlers<CoreCalls> => ({
  ...sessionHandlers(parts),
  ...hostHandlers(parts),
  ...hostenvHandlers(parts),
  ...domainHandlers(parts),
  ...certificateHandlers(parts),
  ...cdnHandlers(parts),
  ...cronHandlers(parts),
  ...appHandlers(parts),
  ...scanHandlers(parts),
  ...siteImageHandlers(parts),
  ...siteMoveHandlers(parts),
  ...stagingHandlers(parts),
  ...taskHandlers(parts),
  ...logHandlers(parts),
  ...registryHandlers(parts),
});

export interface ConsoleFeatureParts {
  readonly core: Handlers<CoreCalls>;
  readonly files: Handlers<FilesCalls>;
  readonly backup: BackupParts;
  readonly database: DatabaseParts;
}

/** Every call of the console. A call without a handler does not compile. */
export const consoleHandlers = (parts: ConsoleFeatureParts): Handlers<typeof consoleCalls> => ({
  ...parts.core,
  ...parts.files,
  ...backupHandlers(parts.backup),
  ...databaseHandlers(parts.database),
});

export type CoreProviderCalls = Omit<typeof providerCalls, keyof BackupProviderCalls>;

/** The provider's calls that need no queue. */
export const coreProviderHandlers = (
  parts: ProviderParts & Pick<RegistryParts, 'registry'>,
): Handlers<CoreProviderCalls> => ({
  ...providerHandlers(parts),
  ...registryProviderHandlers(parts),
});

/** Every call of the provider's API. */
export const providerApiHandlers = (
  core: Handlers<CoreProviderCalls>,
  backup: BackupParts,
): Handlers<typeof providerCalls> => ({ ...core, ...backupProviderHandlers(backup) });

/** What each feature shows on Home. Needs of equal urgency are listed in the order of these features. */
export const needSources = ({
  db,
  now,
  runtimes,
  acme,
  cages,
}: Pick<CoreFeatureParts, 'db' | 'now' | 'runtimes' | 'acme' | 'cages'>): readonly NeedSource[] => [
  statusNeeds,
  quotaNeeds(db, now),
  shareNeeds(db, now),
  runtimeNeeds(runtimes),
  domainNeeds(db),
  certificateNeeds(db, { now, hasAcme: acme.authority !== null }),
  scanNeeds(db),
  backupNeeds(db),
  cronNeeds(db, cages),
  taskNeeds(db, now),
];
