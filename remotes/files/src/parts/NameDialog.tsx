import { MODAL_WIDTH } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Modal, useText } from '@sitedeck/ui/core';
import { Input, type InputRef } from '@sitedeck/ui/page';
import { useId, useRef, useState } from 'react';
import { filesTexts } from '../i18n/files-texts';
import { nameProblem } from '../paths';

/** What a name is asked for. */
export type NameTask =
  | { readonly is: 'newFile' }
  | { readonly is: 'newFolder' }
  | { readonly is: 'rename'; readonly name: string; readonly isFolder: boolean };

interface Props {
  readonly task: NameTask;
  /** Does it; what it rejects with is shown beside the name. */
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

const LABELS = { newFile: 'name.file', newFolder: 'name.folder', rename: 'name.new' } as const;
const TITLES = { newFile: 'act.newFile', newFolder: 'act.newFolder', rename: 'act.rename' } as const;

const isFolder = (task: NameTask) => task.is === 'newFolder' || (task.is === 'rename' && task.isFolder);

/** The extension stays when a file is renamed by typing at once. */
function selectStem(input: HTMLInputElement, task: NameTask): void {
  const dot = input.value.lastIndexOf('.');
  const end = task.is === 'rename' && !task.isFolder && dot > 0 ? dot : input.value.length;
  input.setSelectionRange(0, end);
}

export function NameDialog({ task, onName, onClose }: Props) {
  const text = useText(filesTexts);
  const id = useId();
  const input = useRef<InputRef>(null);
  const given = task.is === 'rename' ? task.name : '';
  const [name, setName] = useState(given);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(true);

  const submit = async () => {
    if (busy) return;
    const wrong = nameProblem(name);
    if (wrong) {
      setProblem(text(wrong === 'empty' && isFolder(task) ? 'name.emptyFolder' : `name.${wrong}`));
      return input.current?.focus();
    }
    setBusy(true);
    try {
      await onName(name);
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
      width={MODAL_WIDTH.tip}
      title={text(TITLES[task.is])}
      okText={text(task.is === 'rename' ? 'name.rename' : 'name.create')}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      first={() => input.current?.input}
      onGone={onClose}
      destroyOnHidden
    >
      <label className="sd-label" htmlFor={id}>
        {text(LABELS[task.is])}
      </label>
      <Input
        id={id}
        ref={input}
        // At once: what is typed while the dialog still moves in would be lost.
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
          if (currentTarget.value === given) selectStem(currentTarget, task);
        }}
        onPressEnter={() => void submit()}
      />
      <p id={`${id}-problem`} className="fm-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}
