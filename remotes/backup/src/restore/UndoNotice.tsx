import { CloseOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import type { BackupPoint } from '@sitedeck/contract';
import { serverNow, useCurrentHost } from '@sitedeck/sdk';
import { Button, IconButton, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { closedNotices } from '@sitedeck/ui/closed-notices';
import { useState } from 'react';
import { Note } from '../frame/Note';
import { useMomentText } from '../frame/use-moment-text';
import { restoreTexts } from './restore-texts';
import { useUndo } from './use-undo';

const notices = closedNotices('backup');

const NOTICES = { restore: 'notice', undo: 'notice.undone', redo: 'notice.redone' } as const;

type NoticeKind = keyof typeof NOTICES;

/** The pages of images, apps and staging copies offer to undo what they did. */
const isOfferedHere = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICES, kind);

/** The newest restore, if it can be undone here. */
function undoableRestore(safety: readonly BackupPoint[]) {
  const [point] = safety.filter(({ undoes }) => undoes !== null);
  if (!point || point.undoes === null || point.expiresAt === null) return undefined;
  const { id, undoes, createdAt, expiresAt, before } = point;
  const kind = before?.is ?? 'restore';
  if (Date.parse(expiresAt) <= serverNow() || !isOfferedHere(kind)) return undefined;
  return { id, undoes, createdAt, expiresAt, kind };
}

/**
 * Offers to undo the newest restore as long as that is possible, and to redo it once it is undone. A closed notice does not
 * return.
 */
export function UndoNotice({ safety }: { readonly safety: readonly BackupPoint[] }) {
  const text = useText(restoreTexts);
  const when = useMomentText();
  const undo = useUndo();
  const blocked = useBlocked();
  const { hostCode } = useCurrentHost().hostService;
  const [, setRound] = useState(0);
  const point = undoableRestore(safety);
  if (!point || notices.isClosed(hostCode, point.id)) return null;
  const { id, undoes, createdAt, expiresAt, kind } = point;
  const wasUndone = kind === 'undo';
  const act = text(wasUndone ? 'redo' : 'undo');
  const close = () => {
    notices.close(hostCode, id);
    setRound((round) => round + 1);
  };
  return (
    <Note
      tone="info"
      icon={wasUndone ? <RedoOutlined aria-hidden /> : <UndoOutlined aria-hidden />}
      actions={
        <>
          <LockedTip reason={blocked(act)}>
            <Button size="small" onClick={({ currentTarget }) => void undo(undoes, currentTarget)}>
              {act}
            </Button>
          </LockedTip>
          <IconButton size="small" icon={<CloseOutlined />} label={text('notice.close')} onClick={close} />
        </>
      }
    >
      {text(NOTICES[kind], {
        when: when(createdAt),
        until: when(expiresAt).trimStart(),
      })}
    </Note>
  );
}
