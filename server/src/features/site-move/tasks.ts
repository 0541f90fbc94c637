import { z } from 'zod';
import { MOVE_FAILED_MAX, MoveSource, SitePath } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

const Password = MoveSource.pick({ password: true });

const CheckPayload = z.object({
  /** As a URL without user and password, for lists. */
  ftpServer: z.string(),
  targetPath: SitePath,
  source: MoveSource.omit({ password: true }),
  hidden: Password,
});

/** SITE_MOVE_CHECK: logs in to the server of the old site and compares it with the target. */
export const moveCheckTask = describeTask({
  type: 'SITE_MOVE_CHECK',
  payload: CheckPayload,
  steps: () => ['compare'],
  // It changes nothing, so it can begin again.
  resumes: true,
});

/** SITE_MOVE: copies the old site beside the target, then puts it into place. */
export const moveTask = describeTask({
  type: 'SITE_MOVE',
  payload: CheckPayload.extend({
    removeGone: z.boolean(),
    hidden: Password.extend({
      /** Paths below the source's folder that failed in an earlier move; absent: the complete site. */
      only: z.array(z.string()).max(MOVE_FAILED_MAX).optional(),
    }),
  }),
  steps: () => ['copy'],
  // The file service keeps what was copied.
  resumes: true,
  hasResultCode: true,
});
