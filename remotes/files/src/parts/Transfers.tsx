import { DownloadOutlined } from '@ant-design/icons';
import { isOpen } from '@sitedeck/contract';
import { cancelLocalTask, useLocalTasks } from '@sitedeck/sdk';
import { TaskProgress, useText } from '@sitedeck/ui/core';
import { useSyncExternalStore } from 'react';
import { useStartUpload } from '../acts/use-start-upload';
import { filesTexts } from '../i18n/files-texts';
import type { QueueView } from '../upload/queue-view';
import { uploadQueue } from '../upload/upload-queue';
import { UnfinishedUploads } from './UnfinishedUploads';
import { UploadPanel } from './UploadPanel';

/** Uploads and downloads of this page, at the foot of the panel. */
export function Transfers() {
  const queue = useUpload();
  const { start } = useStartUpload();

  /** Retries in the same upload while it runs, else in a new one. */
  const retry = (id: string, path?: string) => {
    if (path !== undefined && uploadQueue.retry(id, path)) return;
    const taken = uploadQueue.takeFailed(id, path);
    if (taken) void start(taken.folder, { items: taken.items, emptyFolders: [] }, () => undefined);
  };
  const retryAll = () => queue?.jobs.forEach(({ id }) => retry(id));

  return (
    <>
      <UnfinishedUploads queue={queue} />
      {queue && <UploadPanel queue={queue} onRetry={retry} onRetryAll={retryAll} />}
      <ZipPanel />
    </>
  );
}

/** The zip this page is fetching. Its size is known only at the end: bytes are counted, nothing is guessed. */
export function ZipPanel() {
  const text = useText(filesTexts);
  const task = useLocalTasks().find(({ kind, status }) => kind === 'compress' && isOpen(status));
  if (!task) return null;
  const name = text('zip.running', { name: task.label });
  return (
    <section className="fm-upload">
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

/** The uploads that run, wait, or have ended and were not dismissed yet. */
export const useUpload = (): QueueView | undefined =>
  useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, uploadQueue.snapshot);
