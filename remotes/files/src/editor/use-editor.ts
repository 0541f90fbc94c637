import { App, useConfirm, useText } from '@sitedeck/ui/core';
import { useEffect, useRef, useState } from 'react';
import type { Blocked } from '../acts/use-blocks';
import { filesTexts } from '../i18n/files-texts';
import { nameOf } from '../paths';
import { visibleName } from '../visible-name';
import { useTextFile, type SaveOutcome } from './use-text-file';

interface Parts {
  readonly path: string;
  readonly blocked: Blocked;
  readonly onDirty: (dirty: boolean) => void;
}

/** What was typed and what has become of it. */
export function useEditor({ path, blocked, onDirty }: Parts) {
  const text = useText(filesTexts);
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { opened, save, reload } = useTextFile(path);
  // Not state: a key may come before the page has been drawn anew, and Ctrl S must know of it.
  const typed = useRef<() => string>(undefined);
  const kept = useRef<() => string>(undefined);
  const saving = useRef(false);
  const [phase, setPhase] = useState<'clean' | 'dirty' | 'saving' | 'conflict'>('clean');
  const isDirty = phase !== 'clean';
  const reason = blocked('edit.save');
  const name = visibleName(nameOf(path));

  useEffect(() => {
    onDirty(isDirty);
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty, onDirty]);

  const settle = (outcome: SaveOutcome, sent: () => string) => {
    saving.current = false;
    if (outcome.is === 'conflict') return setPhase('conflict');
    if (outcome.is === 'failed') {
      setPhase('dirty');
      return void message.error(outcome.fault.message);
    }
    kept.current = sent;
    // What was typed while the answer was on its way is not saved yet.
    setPhase(typed.current === sent ? 'clean' : 'dirty');
    void message.success(text('done.saved', { name }));
  };

  const saveNow = async (force = false) => {
    const sent = typed.current;
    if (saving.current || sent === undefined || sent === kept.current) return;
    if (reason !== undefined) return void message.warning(reason);
    saving.current = true;
    setPhase('saving');
    settle(await save(sent(), force), sent);
  };

  const takeTheirs = () => {
    typed.current = undefined;
    setPhase('clean');
    reload();
  };

  const mayClose = async () =>
    !isDirty ||
    (await confirm.danger({
      body: text('edit.leave'),
      confirm: text('edit.discard'),
      cancel: text('edit.stay'),
    }));

  return {
    opened,
    phase,
    name,
    reason,
    isDirty,
    reload,
    mayClose,
    save: () => void saveNow(),
    type: (read: () => string) => {
      typed.current = read;
      setPhase((before) => (before === 'clean' ? 'dirty' : before));
    },
    keepMine: () => {
      setPhase('dirty');
      void saveNow(true);
    },
    takeTheirs,
    goOn: () => setPhase('dirty'),
  };
}
