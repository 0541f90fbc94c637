import { DownloadOutlined } from '@ant-design/icons';
import { isOpen, type Task } from '@sitedeck/contract';
import { cancelLocalTask, kernel, useLocalTasks } from '@sitedeck/sdk';
import { useFeedback, TaskProgress, useText } from '@sitedeck/ui/core';
import { useEffect } from 'react';
import { useStartUpload } from '../acts/use-start-upload';
import { filesTexts } from '../i18n/files-texts';
import type { PickedFiles } from '../upload/picked-files';
import { uploadQueue } from '../upload/upload-queue';
import { useUpload } from '../upload/use-upload';
import { UnfinishedUploads } from './UnfinishedUploads';
import { UploadPanel } from './UploadPanel';

/** Uploads and downloads of this page, at the foot of the panel. */
export function Transfers() {
  const queue = useUpload();
  const { start } = useStartUpload();
  const { message } = useFeedback();
  const text = useText(filesTexts);
  const isOtherOpen = useLocalTasks().some(({ status }) => isOpen(status));
  useOwnNotices();

  /** Retries in the same upload while it runs, else in a new one, which must not be the second. */
  const retry = (id: string, path?: string) => {
    if (path !== undefined && uploadQueue.retry(id, path)) return;
    // A new upload would be refused, and its files would be lost to the old one.
    if (isOtherOpen) return message.open({ type: 'warning', key: 'second', content: text('lock.local') });
    const failed = uploadQueue.failedItems(id, path);
    if (!failed) return undefined;
    const { folder, items } = failed;
    // They stay here until the new upload begins: the user may cancel its question about taken names.
    return void start(folder, { items, emptyFolders: [] }, () => uploadQueue.dropFailed(id, items));
  };
  const add = (folder: string, picked: PickedFiles) => void start(folder, picked, () => undefined);
  const retryAll = () => queue?.jobs.forEach(({ id }) => retry(id));

  return (
    <>
      <UnfinishedUploads queue={queue} />
      {queue && <UploadPanel queue={queue} onAdd={add} onRetry={retry} onRetryAll={retryAll} />}
      <ZipPanel />
    </>
  );
}

/** The zip this page is fetching. Its size is known only at the end: bytes are counted, nothing is guessed. */
export function ZipPanel() {
  const text = useText(filesTexts);
  const task = useLocalTasks().find(
    ({ progress, status }) => progress.downloaded !== undefined && isOpen(status),
  );
  if (!task) return null;
  const name = text('zip.running', { name: task.label });
  return (
    <section className="fm-upload sd-foot-strip">
      <div className="fm-upload-head">
        <DownloadOutlined className="fm-upload-icon" aria-hidden />
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </div>
      <TaskProgress name={name} progress={task.progress} onCancel={() => cancelLocalTask(task.id)} />
    </section>
  );
}

/** The panel announces its own uploads, so the shell shows no toast about them. */
function useOwnNotices(): void {
  useEffect(
    () =>
      kernel().events.on('task-toast', ({ task, skip }) => {
        const id = uploadIdOf(task);
        if (id !== undefined && uploadQueue.shows(id)) skip();
      }),
    [],
  );
}

function uploadIdOf({ taskType, taskParam }: Task): string | undefined {
  if (taskType !== 'UPLOAD_FILE') return undefined;
  const { uploadId } = JSON.parse(taskParam) as { readonly uploadId?: string };
  return uploadId;
}
