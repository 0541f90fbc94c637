import type { Task } from '@sitedeck/contract';
import { Button, downloadFile } from '@sitedeck/ui/core';
import { exportedFile } from './task-facts';

interface Props {
  readonly task: Task;
  /** Passed in, since toasts are outside the texts' provider. */
  readonly label: string;
}

/** Downloads what an export has written; nothing for other tasks. */
export function DownloadExport({ task, label }: Props) {
  const path = exportedFile(task);
  if (path === undefined) return null;
  return (
    <Button size="small" aria-label={`${label} ${path}`} onClick={() => void downloadFile(path)}>
      {label}
    </Button>
  );
}
