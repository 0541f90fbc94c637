import { z } from 'zod';
import { APP_TITLE_MAX, AppAdmin, BackupKind, SitePath, TablePrefix } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';
import { IndexedApp } from '#system/apps/catalogue-index';

const Named = z.object({
  /** For lists of tasks. */
  appName: z.string(),
  targetPath: SitePath,
  size: z.number(),
});

/** What a setup program asks of the owner. */
const Answers = z.object({ admin: AppAdmin.optional() });

/** APP_INSTALL: unpacks an app beside its folder, lets its setup program work there, and puts it into place. */
export const installTask = describeTask({
  type: 'APP_INSTALL',
  payload: Named.extend({
    entry: IndexedApp,
    prefix: TablePrefix.nullable(),
    overwrite: z.boolean(),
    title: z.string().max(APP_TITLE_MAX).optional(),
    language: z.enum(['zh-CN', 'en-US']),
    hidden: Answers,
  }),
  steps: () => ['package', 'check', 'fetch', 'setup', 'files'],
  // Each step is safe to repeat; the setup program begins with an empty database.
  resumes: true,
});
export type InstallPayload = z.infer<typeof installTask.payload>;

/** APP_UPDATE: the same over an installed app, after a safety copy; or the way back from an update or uninstallation. */
export const updateTask = describeTask({
  type: 'APP_UPDATE',
  payload: Named.extend({
    parts: BackupKind,
    /** The installed app. */
    installed: z.number().int().positive(),
    /** The version to update to; absent in an undo. */
    entry: IndexedApp.optional(),
    /** The task whose changes are brought back. */
    undoes: z.number().int().positive().optional(),
    undoneType: z.enum(['APP_UPDATE', 'APP_UNINSTALL']).optional(),
  }),
  steps: ({ entry, parts }) =>
    entry === undefined
      ? ['safety', 'fetch', ...(parts === 'site' ? [] : ['database']), 'files']
      : ['package', 'safety', 'fetch', 'setup', 'files'],
  resumes: true,
});
export type UpdatePayload = z.infer<typeof updateTask.payload>;

/** APP_UNINSTALL: removes the tables and the folder of an app, after a safety copy. */
export const uninstallTask = describeTask({
  type: 'APP_UNINSTALL',
  payload: Named.extend({ parts: BackupKind, installed: z.number().int().positive() }),
  steps: () => ['safety', 'fetch', 'setup', 'files'],
  resumes: true,
});
export type UninstallPayload = z.infer<typeof uninstallTask.payload>;
