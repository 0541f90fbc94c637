import { faultMessage } from '@sitedeck/contract';
import type { TaskStore } from '#queue/task-store';
import type { StreamReport } from '#files/link/child-messages';
import { streamTask } from './tasks';

type Report = Omit<StreamReport, 'ticket'>;

/** Writes the progress of a streamed zip to its task. */
export async function recordStream(store: TaskStore, taskId: number, report: Report): Promise<void> {
  const task = await store.get(taskId);
  if (task?.status !== 'RUNNING') return;
  const { files, filesTotal, bytes, rate, failed } = report;
  const filesFailed = failed.length;
  if (files > 0 || bytes > 0)
    await store.progress(taskId, {
      files,
      filesTotal,
      bytes,
      ...(rate !== undefined && { rate }),
      ...(filesFailed > 0 && { filesFailed }),
    });
  if (report.state === 'running') return store.renewLease(taskId, streamTask.leaseMs);
  if (report.state === 'done') {
    await store.finish(taskId, { status: 'RUNNING_SUCCESS', info: { files, size: bytes, failed } });
    return;
  }
  if (task.cancel_requested) {
    await store.finish(taskId, { status: 'STOP' });
    return;
  }
  const message = faultMessage('download-cut', 'zh-CN');
  await store.finish(taskId, {
    status: 'RUNNING_FAIL',
    info: { reason: 'download-cut', message, id: `task-${taskId}` },
  });
}
