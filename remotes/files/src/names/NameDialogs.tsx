import { toFault } from '@sitedeck/sdk';
import { Modal, useFeedback, useText } from '@sitedeck/ui/core';
import { Input, type InputRef } from '@sitedeck/ui/page';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId, useRef, useState } from 'react';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { useRevealer } from '../listing/reveal';
import { joinPath, nameProblem } from '../paths';

interface RenameProps {
  readonly folder: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly onGone: () => void;
}

/** Renames one entry of the open folder. */
export function RenameDialog({ folder, name, isFolder, onGone }: RenameProps) {
  const text = useText(filesTexts);
  const [renameFile] = filesApi.useRenameFileMutation();
  const rename = async (to: string) => {
    const path = joinPath(folder, name);
    if (path !== to) await renameFile({ body: { path, to } }).unwrap();
  };
  return (
    <NameDialog
      folder={folder}
      isFolder={isFolder}
      given={name}
      title={text('act.rename')}
      label={text('name.new')}
      confirm={text('name.rename')}
      submit={rename}
      done="done.renamed"
      onGone={onGone}
    />
  );
}

/** Creates an empty file or a folder in the open folder. */
export function CreateDialog({ folder, isFolder, onGone }: Omit<RenameProps, 'name'>) {
  const text = useText(filesTexts);
  const [touchFile] = filesApi.useTouchFileMutation();
  const [makeFolder] = filesApi.useMakeFolderMutation();
  const create = async (path: string) => {
    await (isFolder ? makeFolder : touchFile)({ body: { path } }).unwrap();
  };
  return (
    <NameDialog
      folder={folder}
      isFolder={isFolder}
      given=""
      title={text(isFolder ? 'act.newFolder' : 'act.newFile')}
      label={text(isFolder ? 'name.folder' : 'name.file')}
      confirm={text('name.create')}
      submit={create}
      done="done.created"
      onGone={onGone}
    />
  );
}

interface Props {
  /** The folder that holds the entry. */
  readonly folder: string;
  readonly isFolder: boolean;
  readonly title: string;
  readonly label: string;
  readonly confirm: string;
  /** Name in the field at first: the entry's own, or empty for a new entry. */
  readonly given: string;
  /** Sends the call; its fault is shown below the name. */
  readonly submit: (path: string) => Promise<void>;
  readonly done: 'done.renamed' | 'done.created';
  readonly onGone: () => void;
}

/** Selects the name without its extension, so that typing at once keeps the extension. */
function selectStem(input: HTMLInputElement, isFolder: boolean): void {
  const dot = input.value.lastIndexOf('.');
  input.setSelectionRange(0, !isFolder && dot > 0 ? dot : input.value.length);
}

/** Asks for the name of one entry, then shows the entry in the list. */
function NameDialog({ folder, isFolder, given, submit, done, onGone, ...props }: Props) {
  const text = useText(filesTexts);
  const { message } = useFeedback();
  const revealer = useRevealer();
  const id = useId();
  const input = useRef<InputRef>(null);
  const [name, setName] = useState(given);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(true);

  const send = async () => {
    const reveal = revealer.begin();
    await submit(joinPath(folder, name));
    reveal([joinPath(folder, name)]);
    message.success(text(done, { name: visibleName(name) }));
  };
  const submitName = async () => {
    if (busy) return;
    const wrong = nameProblem(name);
    if (wrong) {
      setProblem(text(wrong === 'empty' && isFolder ? 'name.emptyFolder' : `name.${wrong}`));
      return input.current?.focus();
    }
    setBusy(true);
    try {
      await send();
      setOpen(false);
    } catch (error) {
      setProblem(toFault(error).message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      title={props.title}
      okText={props.confirm}
      confirmLoading={busy}
      onOk={() => void submitName()}
      onCancel={() => setOpen(false)}
      first={() => input.current?.input}
      onGone={onGone}
    >
      <label className="sd-label" htmlFor={id}>
        {props.label}
      </label>
      <Input
        id={id}
        ref={input}
        // Focused before the dialog has moved in, so that no key typed meanwhile is lost.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={name}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        status={problem === undefined ? '' : 'error'}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
        onFocus={({ currentTarget }) => {
          if (currentTarget.value === given) selectStem(currentTarget, isFolder);
        }}
        onPressEnter={() => void submitName()}
      />
      <p id={`${id}-problem`} className="fm-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}
