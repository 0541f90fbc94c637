import { useDraft, useKeepDraft } from '@sitedeck/sdk';
import { App, useConfirm, useText } from '@sitedeck/ui/core';
import { useEffect, useRef, useState } from 'react';
import type { Blocked } from '../acts/use-blocks';
import { filesTexts } from '../i18n/files-texts';
import { nameOf } from '../paths';
import { visibleName } from '../visible-name';
import { draftName, unsaved } from './editor-drafts';
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
  const { restored, drop } = useDraft(draftName(path));
  const [start, setStart] = useState(restored?.text);
  const { opened, save, reload, version } = useTextFile(path, restored?.about);
  // Not state: a key may come before the page has been drawn anew, and Ctrl S must know of it.
  const typed = useRef(restored && (() => restored.text));
  const kept = useRef<() => string>(undefined);
  const saving = useRef(false);
  const [phase, setPhase] = useState<'clean' | 'dirty' | 'saving' | 'conflict'>(restored ? 'dirty' : 'clean');
  const isDirty = phase !== 'clean';
  const reason = blocked('edit.save');
  const name = visibleName(nameOf(path));

  const isSafe = useKeepDraft(draftName(path), () => unsaved(typed.current, kept.current, version()));

  useEffect(() => {
    onDirty(isDirty);
  }, [isDirty, onDirty]);
  useWarning(isDirty, isSafe);

  const settle = (outcome: SaveOutcome, sent: () => string) => {
    saving.current = false;
    if (outcome.is === 'conflict') return setPhase('conflict');
    if (outcome.is === 'failed') {
      setPhase('dirty');
      return void message.error(outcome.fault.message);
    }
    kept.current = sent;
    drop();
    // What was typed while the answer was on its way is not saved yet.
    setPhase(typed.current === sent ? 'clean' : 'dirty');
    void message.success(text('done.saved', { name }));
  };

  const saveNow = async (force = false) => {
    const sent = typed.current;
    if (opened.is !== 'open' || saving.current || sent === undefined || sent === kept.current) return;
    if (reason !== undefined) return void message.warning(reason);
    saving.current = true;
    setPhase('saving');
    settle(await save(sent(), force), sent);
  };

  const takeTheirs = () => {
    drop();
    setStart(undefined);
    typed.current = undefined;
    setPhase('clean');
    reload();
  };

  const mayClose = async () => {
    if (!isDirty) return true;
    const agreed = await confirm.danger({
      body: text('edit.leave'),
      confirm: text('edit.discard'),
      cancel: text('edit.stay'),
    });
    if (agreed) drop();
    return agreed;
  };

  return {
    opened,
    /** What the editor begins with in place of the file's content. */
    start,
    isRestored: restored !== undefined,
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

/** The browser asks before a page with unsaved text is left, unless sign-in follows and the text comes back after it. */
function useWarning(isDirty: boolean, isSafe: () => boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSafe()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty, isSafe]);
}
