import { updateTask, type Task } from '@sitedeck/contract';
import { call, pollTasksNow } from '@sitedeck/sdk';

/** Records how the configuration ended; false if that failed, which the shell has announced. */
export async function recordOutcome(
  id: number,
  postStatus: NonNullable<Task['postStatus']>,
): Promise<boolean> {
  try {
    await call(updateTask, { params: { id }, body: { postStatus } }, { quiet: false });
  } catch {
    return false;
  }
  pollTasksNow();
  return true;
}
