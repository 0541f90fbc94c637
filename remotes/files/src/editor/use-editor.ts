import type { TextEncoding } from '@sitedeck/contract';
import { toFault, useDraft, useKeepDraft } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useEffect, useRef, useState } from 'react';
import { nameOf } from '../paths';
import { draftName } from './editor-drafts';
import { editorTexts } from './editor-texts';
import { unpackOrigin, type Charset } from './file-format';
import { keepBoth } from './keep-both';
import { fetchText, useTextFile, type SaveOutcome, type TextFile } from './use-text-file';
import { useTyped } from './use-typed';

interface Parts {
  readonly path: string;
  /** Why saving is disabled now. */
  readonly reason: string | undefined;
  readonly onDirty: (dirty: boolean) => void;
  /** Called with the path of a copy that was saved. */
  readonly onCopy: (path: string) => void;
}

export type Phase =
  | { readonly is: 'clean' | 'dirty' | 'saving' | 'conflict' }
  /** Both texts are compared; `mine` is the edited one. */
  | { readonly is: 'merging'; readonly theirs: TextFile; readonly mine: string };

/** One file in the editor, from opening to closing. */
export function useEditor(parts: Parts) {
  const { path, onDirty } = parts;
  const { restored, drop } = useDraft(draftName(path));
  const source = useTextFile(path, restored && unpackOrigin(restored.about).version);
  const { opened, round } = source;
  const typed = useTyped(opened.is === 'open' ? opened.file : undefined, restored);
  const [phase, setPhase] = useState<Phase>({ is: restored ? 'dirty' : 'clean' });
  const isDirty = phase.is !== 'clean';
  const isSafe = useKeepDraft(draftName(path), () => typed.draft(source.version() ?? ''));

  useEffect(() => {
    onDirty(isDirty);
  }, [isDirty, onDirty]);
  useWarning(isDirty, isSafe);

  const markDirty = () => setPhase((before) => (before.is === 'clean' ? { is: 'dirty' } : before));
  const forget = () => {
    drop();
    typed.forget();
    setPhase({ is: 'clean' });
  };
  const save = useSave({ ...parts, source, typed, drop, setPhase });
  const { mayLose, reopen, ...choices } = useConflictChoices({
    ...parts,
    source,
    typed,
    isDirty,
    forget,
    save,
    setPhase,
  });

  return {
    opened,
    /** Incremented when another text replaces the edited one. */
    round,
    start: typed.start,
    format: typed.format,
    isRestored: restored !== undefined,
    phase,
    isDirty,
    name: visibleName(nameOf(path)),
    reload: source.reload,
    forget,
    /** Asks if there is unsaved text, and drops it when the user agrees. */
    mayClose: async () => {
      const agreed = await mayLose();
      if (agreed) forget();
      return agreed;
    },
    save: () => void save(),
    type: (read: () => string) => {
      typed.type(read);
      markDirty();
    },
    saveAs: (charset: Charset) => {
      typed.choose(charset);
      markDirty();
    },
    endLines: (lineEnd: 'lf' | 'crlf') => {
      typed.choose({ lineEnd });
      markDirty();
    },
    reopen,
    ...choices,
  };
}

export type Editor = ReturnType<typeof useEditor>;

interface Save extends Parts {
  readonly source: ReturnType<typeof useTextFile>;
  readonly typed: ReturnType<typeof useTyped>;
  readonly drop: () => void;
  readonly setPhase: (phase: Phase) => void;
}

/** Saves unsaved text, one save at a time. */
function useSave({ path, reason, source, typed, drop, setPhase }: Save) {
  const text = useText(editorTexts);
  const { message } = useFeedback();
  const saving = useRef(false);

  const settle = (outcome: SaveOutcome, sent: number) => {
    saving.current = false;
    if (outcome.is === 'conflict') return setPhase({ is: 'conflict' });
    if (outcome.is === 'failed') {
      setPhase({ is: 'dirty' });
      return message.error(outcome.fault.message);
    }
    typed.saved(sent);
    drop();
    // Text typed while the request ran is not saved yet.
    setPhase({ is: typed.isSaved() ? 'clean' : 'dirty' });
    message.success(text('done.saved', { name: visibleName(nameOf(path)) }));
  };

  return async (force = false) => {
    const format = typed.formatNow();
    if (!format || saving.current || typed.isSaved()) return;
    if (reason !== undefined) return message.warning(reason);
    saving.current = true;
    setPhase({ is: 'saving' });
    const sent = typed.made();
    settle(await source.save(typed.textNow(), format, force), sent);
  };
}

interface ConflictParts extends Omit<Save, 'drop'> {
  readonly isDirty: boolean;
  readonly forget: () => void;
  readonly save: (force?: boolean) => Promise<void>;
}

/** What the user can choose when the file on the server differs from the edited text. */
function useConflictChoices({ path, source, typed, isDirty, forget, save, setPhase, onCopy }: ConflictParts) {
  const text = useText(editorTexts);
  const { message } = useFeedback();
  const confirm = useConfirm();
  const mayLose = async () =>
    !isDirty ||
    confirm.danger({ body: text('leave'), confirm: text('leave.discard'), cancel: text('leave.stay') });

  /** Runs a call and shows its fault as a message. */
  const showingFaults = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      message.error(toFault(error).message);
    }
  };
  const takeTheirs = () => {
    forget();
    source.reload();
  };
  return {
    mayLose,
    takeTheirs,
    backToText: () => setPhase({ is: 'dirty' }),
    keepMine: () => void save(true),
    keepBoth: () =>
      showingFaults(async () => {
        const format = typed.formatNow();
        if (!format) return;
        const copy = await keepBoth(path, typed.textNow(), format);
        takeTheirs();
        onCopy(copy);
        message.success(text('done.copy', { name: visibleName(nameOf(copy)) }));
      }),
    compare: () =>
      showingFaults(async () => {
        const theirs = await fetchText(path, typed.formatNow()?.encoding).catch(() => fetchText(path));
        setPhase({ is: 'merging', theirs, mine: typed.textNow() });
      }),
    /** Saves the merged text over the version it was compared with. */
    merge: (merged: string, over: TextFile) => {
      typed.put(merged);
      source.goesOver(over.version);
      void save();
    },
    /** Reads the same bytes in another encoding. */
    reopen: (encoding: TextEncoding) =>
      showingFaults(async () => {
        if (!(await mayLose())) return;
        const read = await fetchText(path, encoding);
        forget();
        source.take(read);
      }),
  };
}

/**
 * The browser asks before a page with unsaved text is left, unless the text is restored after the sign-in
 * that follows.
 */
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
