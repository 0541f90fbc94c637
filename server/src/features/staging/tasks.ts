import { z } from 'zod';
import { BackupKind, StagingPush } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

/** STAGING_CREATE: copies the site, and serves the copy at its preview address. */
export const createStagingTask = describeTask({
  type: 'STAGING_CREATE',
  payload: z.object({}),
  steps: () => ['check', 'files', 'configuration', 'database', 'address'],
  // What an interrupted copy has is removed.
  resumes: false,
});
export type CreateStagingPayload = z.infer<typeof createStagingTask.payload>;

/** STAGING_PUSH: takes files and database of the copy over, or brings back what a push has replaced. */
export const pushStagingTask = describeTask({
  type: 'STAGING_PUSH',
  payload: StagingPush.extend({
    /** What is replaced. */
    parts: BackupKind,
    /** The task whose changes are brought back. */
    undoes: z.number().int().positive().optional(),
    /** What it brings back was an undo itself. */
    redo: z.literal(true).optional(),
  }),
  steps: ({ parts, undoes }) => [
    ...(undoes === undefined ? ['compare'] : []),
    'safety',
    ...(parts === 'database' ? [] : ['fetch']),
    ...(parts === 'site' ? [] : [undoes === undefined ? 'setup' : 'database']),
    ...(parts === 'database' ? [] : ['files']),
    ...(parts === 'database' || undoes !== undefined ? [] : ['remove']),
  ],
  // Each step is safe to repeat: the copy stays as it is.
  resumes: true,
});
export type PushStagingPayload = z.infer<typeof pushStagingTask.payload>;
