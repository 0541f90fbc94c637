import { useSyncExternalStore } from 'react';
import type { QueueView } from './queue-view';
import { uploadQueue } from './upload-queue';

/** The uploads that run, wait, or have ended and were not dismissed yet. */
export const useUpload = (): QueueView | undefined =>
  useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, uploadQueue.snapshot);
