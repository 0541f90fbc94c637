import { useSyncExternalStore } from 'react';
import { uploadDesk } from './upload-desk';
import type { UploadSnapshot } from './upload-state';

/** The upload that runs, or has ended and was not dismissed yet. */
export const useUpload = (): UploadSnapshot | undefined =>
  useSyncExternalStore(uploadDesk.subscribe, uploadDesk.snapshot, uploadDesk.snapshot);
