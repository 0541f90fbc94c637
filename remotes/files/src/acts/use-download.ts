import { progressOf, TASK_FOLLOW, zipFiles, type FileEntry } from '@sitedeck/contract';
import { call, pollTasksNow, startLocalTask, toFault, type UploadProgress } from '@sitedeck/sdk';
import { downloadFile, useFeedback } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { joinPath, nameOf } from '../paths';
import { makeRateMeter } from '../upload/rate-meter';
import { saveBlob } from './save-blob';

/** Downloads one file by a short-lived address; a folder or several entries as a zip, as a task of this page. */
export function useDownload(folder: string): (entries: readonly FileEntry[]) => Promise<void> {
  const { message } = useFeedback();
  return async (entries) => {
    const [first] = entries;
    if (!first) return;
    if (entries.length === 1 && first.type !== 'folder') return downloadFile(joinPath(folder, first.name));
    const name = entries.length === 1 ? first.name : nameOf(folder) || 'files';
    const task = startLocalTask({
      kind: 'compress',
      label: visibleName(`${name}.zip`),
      progress: { downloaded: 0 },
    });
    if (task.is === 'refused') return message.warning(task.fault.message);
    const { signal, progress, finish } = task.handle;
    try {
      const paths = entries.map((entry) => joinPath(folder, entry.name));
      const meter = makeRateMeter();
      const onDownloadProgress = ({ loaded, total }: UploadProgress) => {
        meter.add(loaded);
        const rate = meter.rate();
        progress(progressOf('COMPRESS', 'RUNNING', { bytes: loaded, bytesTotal: total, rate }));
      };
      const zip = await call(
        zipFiles,
        { body: { paths, name: `${name}.zip` } },
        { signal, onDownloadProgress },
      );
      saveBlob(zip as Blob, `${name}.zip`);
      finish();
    } catch (error) {
      finish(signal.aborted ? [] : [{ path: `${name}.zip`, message: toFault(error).message }]);
    } finally {
      // The server's record locks the workspace until a poll has seen its end, which it stores just after the last byte.
      pollTasksNow();
      setTimeout(pollTasksNow, TASK_FOLLOW.everyMs);
    }
  };
}
