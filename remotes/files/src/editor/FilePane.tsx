import { Button, FaultNotice, LockedTip, Skeleton, useText } from '@sitedeck/ui/core';
import { CodeEditor, type Cursor, type EditorHandle, type Indent, indentOf } from '@sitedeck/ui/editor';
import { type Dispatch, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { filesApi } from '../files.api';
import { nameOf, parentOf } from '../paths';
import { ConflictDialog } from './ConflictDialog';
import { editorTexts } from './editor-texts';
import { panelId } from './EditorTabs';
import { FormatBar } from './FormatBar';
import { LargePane } from './large/LargePane';
import { MergePane } from './MergePane';
import type { JumpTarget, TabStep } from './open-tabs';
import { ToolBar } from './ToolBar';
import { type Editor, useEditor } from './use-editor';
import { useWrap } from './use-wrap';

interface Props {
  readonly path: string;
  readonly isActive: boolean;
  readonly isShown: boolean;
  readonly isDiscarded: boolean;
  readonly isWide: boolean;
  /** The line at which the file was opened. */
  readonly jump: JumpTarget | undefined;
  /** Why nothing can be saved now. */
  readonly reason: string | undefined;
  readonly step: Dispatch<TabStep>;
  readonly register: (path: string, close: () => void) => () => void;
}

/** Edits one text file. Asks before it overwrites another user's change or drops unsaved text. */
export function FilePane(props: Props) {
  const { path, isActive, isShown, isDiscarded, isWide, step, register } = props;
  const text = useText(editorTexts);
  const writable = useWritable(path);
  const reason = props.reason ?? (writable ? undefined : text('readOnly'));
  const onDirty = useCallback((dirty: boolean) => step({ is: 'dirty', path, dirty }), [path, step]);
  const onCopy = (copy: string) => step({ is: 'open', path: copy });
  const editor = useEditor({ path, reason, onDirty, onCopy });
  const close = async () => {
    if (await editor.mayClose()) step({ is: 'close', path });
  };
  const latest = useRef({ close, forget: editor.forget });
  useEffect(() => {
    latest.current = { close, forget: editor.forget };
  });
  useEffect(() => register(path, () => void latest.current.close()), [path, register]);
  useEffect(() => {
    if (isDiscarded) latest.current.forget();
  }, [isDiscarded]);

  const { opened, phase } = editor;
  return (
    <section
      role="tabpanel"
      id={panelId(path)}
      aria-label={editor.name}
      hidden={!isActive}
      className="fm-pane"
    >
      {opened.is === 'loading' && <Skeleton active aria-label={text('loading')} />}
      {opened.is === 'failed' && (
        <FaultNotice
          what={text('fail.read')}
          fault={opened.fault}
          actions={<Button onClick={editor.reload}>{text('fail.retry')}</Button>}
        />
      )}
      {opened.is === 'large' && <LargePane path={path} />}
      {phase.is === 'merging' && (
        <MergePane fileName={nameOf(path)} phase={phase} isWide={isWide} editor={editor} />
      )}
      {opened.is === 'open' && (
        <TextPane
          key={editor.round}
          path={path}
          editor={editor}
          content={opened.file.content}
          reason={reason}
          isBehind={phase.is === 'merging'}
          isFocused={isActive && isShown}
          jump={props.jump}
        />
      )}
      {phase.is === 'conflict' && isActive && isShown && <ConflictDialog editor={editor} />}
    </section>
  );
}

interface TextProps {
  readonly path: string;
  readonly editor: Editor;
  readonly content: string;
  readonly reason: string | undefined;
  /** Hidden behind the merge view. */
  readonly isBehind: boolean;
  readonly isFocused: boolean;
  readonly jump: JumpTarget | undefined;
}

function TextPane({ path, editor, content, reason, isBehind, isFocused, jump }: TextProps) {
  const text = useText(editorTexts);
  const handle = useRef<EditorHandle>(null);
  const [cursor, setCursor] = useState<Cursor>({ line: 1, column: 1, selected: 0 });
  const [wrap, setWrap] = useWrap();
  const [chosen, setIndent] = useState<Indent>();
  const [found] = useState(() => indentOf(content));
  const indent = chosen ?? found;
  const { name, start, isDirty, phase, save } = editor;

  useEffect(() => {
    if (isFocused && !isBehind) handle.current?.focus();
  }, [isFocused, isBehind]);
  useEffect(() => {
    if (!jump || !isFocused || isBehind) return;
    // Waits for the layout: a pane that was just shown has no height yet.
    const frame = requestAnimationFrame(() => handle.current?.toLine(jump.line));
    return () => cancelAnimationFrame(frame);
  }, [jump, isFocused, isBehind]);
  return (
    // Users expect the key to save wherever the focus is in the pane.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div hidden={isBehind} className="fm-pane-text" onKeyDown={onSaveKey(save)}>
      {editor.isRestored && (
        <p className="fm-editor-note" role="status">
          {text('restored')}
          <Button size="small" onClick={editor.takeTheirs}>
            {text('restored.discard')}
          </Button>
        </p>
      )}
      {reason !== undefined && (
        <p className="fm-editor-note" role="status">
          {reason}
        </p>
      )}
      <ToolBar path={path} handle={handle} wrap={wrap} onWrap={setWrap} />
      <div className="fm-editor-body">
        <CodeEditor
          label={text('title', { name })}
          fileName={nameOf(path)}
          content={start ?? content}
          readOnly={reason !== undefined}
          wrap={wrap}
          indent={indent}
          handle={handle}
          onChange={editor.type}
          onSave={save}
          onCursor={setCursor}
        />
      </div>
      <div className="fm-editor-foot">
        <FormatBar
          editor={editor}
          cursor={cursor}
          indent={indent}
          onIndent={setIndent}
          onDropReturns={() => handle.current?.dropReturns()}
          reason={reason}
        />
        <span className="fm-editor-acts">
          <span role="status" className="fm-editor-dirty">
            {isDirty && text('dirty')}
          </span>
          <LockedTip reason={reason}>
            <Button
              type="primary"
              loading={phase.is === 'saving'}
              aria-disabled={!isDirty}
              className={isDirty ? '' : 'sd-off'}
              onClick={save}
            >
              {text('save')}
            </Button>
          </LockedTip>
        </span>
      </div>
    </div>
  );
}

/** Handles Ctrl S where the text itself does not have the focus. */
const onSaveKey = (save: () => void) => (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  save();
};

/** Whether the host may change the file's folder; true if that can't be read, since saving checks it too. */
export function useWritable(path: string): boolean {
  const args = { body: { path: parentOf(path), offset: 0, limit: 1, sort: 'name', order: 'asc' } } as const;
  const { data } = filesApi.useListFolderQuery(args);
  return data?.writable ?? true;
}
