import { progressOf, type Fault } from '@sitedeck/contract';
import { cancelLocalTask, pollTasksNow, startLocalTask, toFault, type LocalTaskHandle } from '@sitedeck/sdk';
import { useFeedback } from '@sitedeck/ui/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { isDump } from '../dump-path';
import { DumpSender, UNREADABLE } from './send-dump';

type Unfit = 'upload.format' | 'upload.empty' | 'upload.unreadable';

/** State of the upload of a local file. */
export type DumpUploadState =
  | { readonly is: 'none' }
  | { readonly is: 'unfit'; readonly name: string; readonly why: Unfit }
  | {
      readonly is: 'sending';
      readonly name: string;
      readonly size: number;
      readonly totalSize: number;
      readonly isLost: boolean;
    }
  | { readonly is: 'failed'; readonly name: string; readonly fault: Fault; readonly retry: () => void };

interface Run {
  readonly sender: DumpSender;
  readonly stop: AbortController;
  /** The page's task, one for each attempt: no second one may run beside it. */
  task?: LocalTaskHandle | undefined;
}

function giveUp(run: RefObject<Run | undefined>): void {
  const { current } = run;
  run.current = undefined;
  if (!current) return;
  const { sender, stop, task } = current;
  stop.abort();
  if (task) cancelLocalTask(task.id);
  void sender.cancel().then(() => {
    task?.finish();
    pollTasksNow();
  });
}

/** @param onPlaced receives the file's path on the host */
export function useDumpUpload(onPlaced: (path: string) => void) {
  const [uploading, setUploading] = useState<DumpUploadState>({ is: 'none' });
  const { message } = useFeedback();
  const run = useRef<Run>(undefined);

  // Closing the dialog cancels its upload.
  useEffect(() => () => giveUp(run), []);

  const cancel = () => {
    giveUp(run);
    setUploading({ is: 'none' });
  };

  const send = (current: Run, file: File) => {
    const { name, size: totalSize } = file;
    const answer = startLocalTask({ kind: 'upload', label: name, progress: { size: 0, totalSize } });
    if (answer.is === 'refused') return message.warning(answer.fault.message);
    const task = answer.handle;
    current.task = task;
    // Cancelled in the task center.
    task.signal.addEventListener('abort', () => run.current === current && cancel());
    setUploading({ is: 'sending', name, size: 0, totalSize, isLost: false });
    current.sender.send().then(
      (path) => {
        if (run.current !== current) return;
        run.current = undefined;
        task.finish();
        setUploading({ is: 'none' });
        // The workspace stays locked until a poll sees that the upload has ended.
        pollTasksNow();
        onPlaced(path);
      },
      (error: unknown) => {
        if (run.current !== current) return;
        const fault = toFault(error);
        if (fault.reason === UNREADABLE.reason) {
          giveUp(run);
          return setUploading({ is: 'unfit', name, why: 'upload.unreadable' });
        }
        task.finish([{ path: name, message: fault.message }]);
        current.task = undefined;
        setUploading({ is: 'failed', name, fault, retry: () => send(current, file) });
      },
    );
  };

  const start = (file: File) => {
    cancel();
    const { name, size: totalSize } = file;
    if (!isDump(name)) return setUploading({ is: 'unfit', name, why: 'upload.format' });
    if (totalSize === 0) return setUploading({ is: 'unfit', name, why: 'upload.empty' });
    const stop = new AbortController();
    const onSent = (size: number, isLost: boolean) => {
      if (stop.signal.aborted) return;
      current.task?.progress(
        progressOf('UPLOAD_FILE', 'RUNNING', { bytes: size, bytesTotal: totalSize, filesTotal: 1 }),
      );
      setUploading({ is: 'sending', name, size, totalSize, isLost });
    };
    const current: Run = { stop, sender: new DumpSender({ file, signal: stop.signal, onSent }) };
    run.current = current;
    send(current, file);
  };

  return { uploading, start, cancel };
}
