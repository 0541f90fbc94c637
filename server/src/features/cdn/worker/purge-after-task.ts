import type { HostCode, TaskKind } from '@sitedeck/contract';
import type { ImplementedTask } from '#queue/worker/run-task';

/** Tasks that change what a site serves. */
const CHANGES_PAGES: ReadonlySet<TaskKind> = new Set<TaskKind>([
  'WEB_BACKUP_RESTORE',
  'IMAGE_DEPLOY',
  'SITE_MOVE',
  'APP_INSTALL',
  'APP_UPDATE',
  'APP_UNINSTALL',
  'STAGING_PUSH',
  'DB_BACKUP_RESTORE',
  'DB_EMPTY',
  'DB_IMPORT',
  'DB_REPLACE',
]);

type PurgeAll = (hostCode: HostCode) => Promise<unknown>;

/** Purges the cached pages of a host after such a task, even if the task failed. A failed purge does not fail the task. */
export function purgeAfter(task: ImplementedTask, purgeAll: PurgeAll): ImplementedTask {
  if (!CHANGES_PAGES.has(task.type)) return task;
  type Context = Parameters<ReturnType<ImplementedTask['open']>['run']>[0];
  const purge = ({ scope, log }: Context) =>
    purgeAll(scope.hostCode).catch((err: unknown) => log.warn({ err }, 'cached pages could not be purged'));
  return {
    ...task,
    open: (payload) => {
      const opened = task.open(payload);
      return {
        run: async (context) => {
          const result = await opened.run(context);
          await purge(context);
          return result;
        },
        cleanup: async (context) => {
          await opened.cleanup(context);
          await purge(context);
        },
      };
    },
  };
}
