import { useStartUpload } from '../acts/use-start-upload';
import { uploadDesk } from '../upload/upload-desk';
import { useUpload } from '../upload/use-upload';
import { UnfinishedUploads } from './UnfinishedUploads';
import { UploadPanel } from './UploadPanel';
import { ZipPanel } from './ZipPanel';

/** What travels between this page and the host, at the foot of the panel. */
export function Transfers() {
  const queue = useUpload();
  const { start } = useStartUpload();

  /** In its own upload where that still runs, else in another: what stands under a name may be half of it. */
  const retry = (id: string, path?: string) => {
    if (path !== undefined && uploadDesk.retry(id, path)) return;
    const taken = uploadDesk.takeFailed(id, path);
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
