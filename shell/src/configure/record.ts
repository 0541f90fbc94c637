import { updateTask, type Task } from '@sitedeck/contract';
import { call, pollTasksNow } from '@sitedeck/sdk';

/** Notes how the configuration went; false where that did not arrive, which the page has been told. */
export async function record(id: number, postStatus: NonNullable<Task['postStatus']>): Promise<boolean> {
  try {
    await call(updateTask, { params: { id }, body: { postStatus } }, { quiet: false });
  } catch {
    return false;
  }
  pollTasksNow();
  return true;
}
