import { useSyncExternalStore } from 'react';
import type { QueueView } from './queue-view';
import { uploadDesk } from './upload-desk';

/** The uploads that run, wait, or have ended and were not dismissed yet. */
export const useUpload = (): QueueView | undefined =>
  useSyncExternalStore(uploadDesk.subscribe, uploadDesk.snapshot, uploadDesk.snapshot);
