import { z } from 'zod';
import { SCAN_MODES } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

/** SAFE_SCAN: searches the files of a host for web shells. */
export const scanTask = describeTask({
  type: 'SAFE_SCAN',
  payload: z.object({ mode: z.enum(SCAN_MODES), isScheduled: z.boolean() }),
  steps: () => ['scan'],
  // It records what it finds as it goes, and repeating it does no harm.
  resumes: true,
});
export type ScanPayload = z.infer<typeof scanTask.payload>;
