import { Button, FaultNotice, LockedTip, Modal, Skeleton, useText } from '@sitedeck/ui/core';
import { lazy, Suspense, useState } from 'react';
import type { Blocked } from '../acts/use-blocks';
import { filesTexts } from '../i18n/files-texts';
import { FileName } from '../parts/FileName';
import { nameOf } from '../paths';
import { ConflictDialog } from './ConflictDialog';
import { useEditor } from './use-editor';

const CodeEditor = lazy(async () => ({ default: (await import('@sitedeck/ui/editor')).CodeEditor }));

interface Props {
  readonly path: string;
  readonly blocked: Blocked;
  readonly onDirty: (dirty: boolean) => void;
  readonly onClose: () => void;
}

type Editor = ReturnType<typeof useEditor>;

/** Edits one text file. Saving never overwrites somebody else's change unasked; closing never drops one unasked. */
export function EditorDialog({ path, blocked, onDirty, onClose }: Props) {
  const editor = useEditor({ path, blocked, onDirty });
  const [open, setOpen] = useState(true);
  const close = async () => {
    if (await editor.mayClose()) setOpen(false);
  };
  return (
    <Modal
      open={open}
      width="min(1200px, calc(100vw - 16px))"
      className="fm-editor"
      title={<EditorTitle name={nameOf(path)} dirty={editor.isDirty} />}
      onCancel={() => void close()}
      afterOpenChange={(shown) => {
        if (!shown) onClose();
      }}
      destroyOnHidden
      footer={<EditorFoot editor={editor} onClose={() => void close()} />}
    >
      {editor.isRestored && <RestoredNote onDiscard={editor.takeTheirs} />}
      <div className="fm-editor-body">
        <EditorBody path={path} editor={editor} />
      </div>
      {editor.phase === 'conflict' && (
        <ConflictDialog
          name={editor.name}
          onMine={editor.keepMine}
          onTheirs={editor.takeTheirs}
          onBack={editor.goOn}
        />
      )}
    </Modal>
  );
}

/** The session ended before this was saved. */
function RestoredNote({ onDiscard }: { readonly onDiscard: () => void }) {
  const text = useText(filesTexts);
  return (
    <p className="fm-editor-note" role="status">
      {text('edit.restored')}
      <Button size="small" onClick={onDiscard}>
        {text('edit.restored.discard')}
      </Button>
    </p>
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

function EditorBody({ path, editor }: { readonly path: string; readonly editor: Editor }) {
  const text = useText(filesTexts);
  const { opened, name, reload } = editor;
  if (opened.is === 'loading') return <Skeleton active aria-label={text('edit.loading')} />;
  if (opened.is === 'failed') {
    const retry = <Button onClick={reload}>{text('fail.retry')}</Button>;
    return <FaultNotice what={text('fail.read')} fault={opened.fault} actions={retry} />;
  }
  return (
    <Suspense fallback={<Skeleton active />}>
      <CodeEditor
        label={text('edit.title', { name })}
        fileName={nameOf(path)}
        content={editor.start ?? opened.file.content}
        onChange={editor.type}
        onSave={editor.save}
      />
    </Suspense>
  );
}

function EditorFoot({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const text = useText(filesTexts);
  const { opened, reason, phase, isDirty, save } = editor;
  return (
    <div className="fm-editor-foot">
      <span>
        {opened.is === 'open' && text('edit.encoding', { name: opened.file.encoding.toUpperCase() })}
      </span>
      <Button onClick={onClose}>{text('edit.close')}</Button>
      <LockedTip reason={reason}>
        <Button
          type="primary"
          loading={phase === 'saving'}
          aria-disabled={!isDirty}
          className={isDirty ? '' : 'sd-off'}
          onClick={save}
        >
          {text('edit.save')}
        </Button>
      </LockedTip>
    </div>
  );
}
