import type { Task } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { useEffect } from 'react';
import { foldersChanged } from '../files.api';

/** A task that ended, whoever began it, may have left other files than the page shows. */
export function useTaskChanges(): void {
  useEffect(
    () =>
      kernel().events.on('task-finished', ({ taskType }: Task) => {
        // The page's own upload tells each folder itself.
        if (taskType !== 'UPLOAD_FILE') kernel().store.dispatch(foldersChanged());
      }),
    [],
  );
}
