import { TASK_TOAST_MS, type ScanAct, type ScanFile } from '@sitedeck/contract';
import { Button, sharedTexts, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId, useRef } from 'react';
import type { ActReply } from './act-reply';
import { FailedFiles } from './FailedFiles';
import { scanTexts } from './scan-texts';

interface Report {
  readonly act: ScanAct;
  readonly files: readonly ScanFile[];
  readonly reply: ActReply;
  readonly undo: (act: ScanAct, done: readonly ScanFile[]) => void;
}

/** What takes an act back; a restored file was asked for, so it has none. */
const UNDO: Partial<Record<ScanAct, ScanAct>> = {
  quarantine: 'restore',
  ignore: 'unignore',
};

/** Says what an act has done, with an undo button; failures stay until they are closed. */
export function useActReport(): (report: Report) => void {
  const text = useText(scanTexts);
  const shared = useText(sharedTexts);
  const { number } = useLocaleFormat();
  const { message, notification } = useFeedback();
  const id = useId();
  const count = useRef(0);
  return ({ act, files, reply, undo }) => {
    const done = files.filter((file) => reply.done.includes(file.id));
    const n = done.length;
    const title =
      n === 1
        ? text(`done.${act}.one`, { name: visibleName(done[0]?.path ?? '') })
        : text(`done.${act}`, { count: n, n: number(n) });
    const undoing = n > 0 ? UNDO[act] : undefined;
    const key = `${id}${String((count.current += 1))}`;
    const actions = undoing && (
      <Button
        size="small"
        onClick={() => {
          notification.destroy(key);
          undo(undoing, done);
        }}
      >
        {shared('act.undo')}
      </Button>
    );
    if (reply.failed.length > 0) {
      const failed = { count: reply.failed.length, n: number(reply.failed.length) };
      notification.error({
        ...{ key, duration: 0, role: 'alert', actions },
        title: text('done.failed', failed),
        description: (
          <>
            {n > 0 && <p>{title}</p>}
            <FailedFiles
              failed={reply.failed}
              more={(rest) => text('files.more', { count: rest, n: number(rest) })}
            />
          </>
        ),
      });
    } else if (undoing === undefined) message.success(title);
    else
      notification.success({
        ...{ key, title, duration: TASK_TOAST_MS / 1000, role: 'status', actions },
      });
  };
}
