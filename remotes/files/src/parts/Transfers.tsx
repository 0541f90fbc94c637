import { useStartUpload } from '../acts/use-start-upload';
import { uploadDesk } from '../upload/upload-desk';
import { useUpload } from '../upload/use-upload';
import { UploadPanel } from './UploadPanel';
import { ZipPanel } from './ZipPanel';

/** What travels between this page and the host, at the foot of the panel. */
export function Transfers() {
  const upload = useUpload();
  const { again } = useStartUpload();
  return (
    <>
      {upload && (
        <UploadPanel upload={upload} onRetry={() => void again(upload.folder, uploadDesk.failedItems())} />
      )}
      <ZipPanel />
    </>
  );
}
