import { App, Button, FaultNotice, LockedTip, Modal, Skeleton, useConfirm, useText } from '@sitedeck/ui/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Blocked } from '../acts/use-blocks';
import { filesTexts } from '../i18n/files-texts';
import { FileName } from '../parts/FileName';
import { nameOf } from '../paths';
import { visibleName } from '../visible-name';
import { ConflictDialog } from './ConflictDialog';
import { useTextFile, type SaveOutcome } from './use-text-file';

const CodeEditor = lazy(async () => ({ default: (await import('@sitedeck/ui/editor')).CodeEditor }));

interface Props {
  readonly path: string;
  readonly blocked: Blocked;
  readonly onDirty: (dirty: boolean) => void;
  readonly onClose: () => void;
}

/** Edits one text file. Saving never overwrites somebody else's change unasked; closing never drops one unasked. */
export function EditorDialog({ path, blocked, onDirty, onClose }: Props) {
  const text = useText(filesTexts);
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { opened, save, reload } = useTextFile(path);
  const typed = useRef<() => string>(undefined);
  const [open, setOpen] = useState(true);
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
    if (outcome.is === 'conflict') return setPhase('conflict');
    if (outcome.is === 'failed') {
      setPhase('dirty');
      return void message.error(outcome.fault.message);
    }
    // What was typed while the answer was on its way is not saved yet.
    setPhase(typed.current === sent ? 'clean' : 'dirty');
    void message.success(text('done.saved', { name }));
  };

  const saveNow = async (force = false) => {
    const sent = typed.current;
    if (phase === 'saving' || !sent) return;
    if (reason !== undefined) return void message.warning(reason);
    setPhase('saving');
    settle(await save(sent(), force), sent);
  };

  const takeTheirs = () => {
    typed.current = undefined;
    setPhase('clean');
    reload();
  };

  const close = async () => {
    const leave =
      !isDirty ||
      (await confirm.danger({ body: text('edit.leave'), confirm: text('edit.discard'), cancel: text('edit.stay') }));
    if (leave) setOpen(false);
  };

  return (
    <Modal
      open={open}
      width="min(1200px, calc(100vw - 16px))"
      className="fm-editor"
      title={<EditorTitle name={nameOf(path)} dirty={isDirty} />}
      onCancel={() => void close()}
      afterOpenChange={(shown) => {
        if (!shown) onClose();
      }}
      destroyOnHidden
      // The editor has Escape for its own panels.
      keyboard={false}
      footer={
        <div className="fm-editor-foot">
          <span>{opened.is === 'open' && text('edit.encoding', { name: opened.file.encoding.toUpperCase() })}</span>
          <Button onClick={() => void close()}>{text('edit.close')}</Button>
          <LockedTip reason={reason}>
            <Button
              type="primary"
              loading={phase === 'saving'}
              aria-disabled={!isDirty}
              className={isDirty ? '' : 'sd-off'}
              onClick={() => void saveNow()}
            >
              {text('edit.save')}
            </Button>
          </LockedTip>
        </div>
      }
    >
      <div className="fm-editor-body">
        {opened.is === 'loading' && <Skeleton active aria-label={text('edit.loading')} />}
        {opened.is === 'failed' && (
          <FaultNotice
            what={text('fail.read')}
            fault={opened.fault}
            actions={<Button onClick={reload}>{text('fail.retry')}</Button>}
          />
        )}
        {opened.is === 'open' && (
          <Suspense fallback={<Skeleton active />}>
            <CodeEditor
              label={text('edit.title', { name })}
              fileName={nameOf(path)}
              content={opened.file.content}
              onChange={(read) => {
                typed.current = read;
                setPhase((before) => (before === 'clean' ? 'dirty' : before));
              }}
              onSave={() => void saveNow()}
            />
          </Suspense>
        )}
      </div>
      {phase === 'conflict' && (
        <ConflictDialog
          name={name}
          onMine={() => {
            setPhase('dirty');
            void saveNow(true);
          }}
          onTheirs={takeTheirs}
          onBack={() => setPhase('dirty')}
        />
      )}
    </Modal>
  );
}

function EditorTitle({ name, dirty }: { readonly name: string; readonly dirty: boolean }) {
  const text = useText(filesTexts);
  return (
    <span className="fm-editor-title">
      <FileName name={name} />
      {dirty && <small>{text('edit.dirty')}</small>}
    </span>
  );
}
