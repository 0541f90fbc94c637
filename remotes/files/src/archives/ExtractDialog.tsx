import { NAME_ENCODINGS, type Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Modal, TextField, useText } from '@sitedeck/ui/core';
import { Select } from '@sitedeck/ui/page';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { filesApi } from '../files.api';
import { joinPath, nameOf, parentOf, typedFolder } from '../paths';
import { archiveStem } from './archive-name';
import { archiveTexts } from './archive-texts';
import { DryRun, type IfTaken } from './DryRun';
import { extractedTo } from './extracted-to';
import { runArchiveTask } from './run-archive-task';
import { TaskFoot } from './TaskFoot';
import { useTaskBegan } from './use-task-began';

type Names = (typeof NAME_ENCODINGS)[number];

interface Props {
  readonly path: string;
  /** Why nothing can be changed now. */
  readonly blocked: string | undefined;
  readonly onGone: () => void;
}

/** Extracts an archive after a dry run, which is repeated for each target folder and encoding. */
export function ExtractDialog({ path, blocked, onGone }: Props) {
  const text = useText(archiveTexts);
  const form = useId();
  const start = useRef<HTMLButtonElement>(null);
  const target = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(true);
  const taskBegan = useTaskBegan();
  const [names, setNames] = useState<Names>('auto');
  const [ifExists, setIfExists] = useState<IfTaken>('overwrite');
  const to = useTarget(parentOf(path));
  const request = { path, to: to.settled, names };
  const { currentData, error, refetch } = filesApi.useInspectArchiveQuery(
    { body: request },
    { refetchOnMountOrArgChange: true },
  );
  const [extract, { isLoading }] = filesApi.useExtractArchiveMutation();
  const [refused, setRefused] = useState<Fault>();
  const reason = blocked ?? (currentData?.encrypted ? text('extract.encrypted') : undefined);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const folder = to.settle();
    if (folder === undefined || reason !== undefined || isLoading) return;
    setRefused(undefined);
    const task = await runArchiveTask({ kind: 'decompress', label: visibleName(nameOf(path)) }, () =>
      extract({ body: { ...request, to: folder, ifExists } }).unwrap(),
    );
    if (task.is === 'refused') return setRefused(task.fault);
    taskBegan({ from: start, taskId: task.taskId, makes: extractedTo(folder, currentData, ifExists) });
    setOpen(false);
  };

  return (
    <Modal
      open={open}
      title={text('extract.title', { name: visibleName(nameOf(path)) })}
      onCancel={() => setOpen(false)}
      first={target}
      onGone={onGone}
      footer={
        <TaskFoot
          form={form}
          start={start}
          words={text('extract.start')}
          reason={reason}
          isBusy={isLoading}
          onCancel={() => setOpen(false)}
        />
      }
    >
      <form id={form} className="fm-form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={text('extract.to')}
          input={target}
          value={to.typed}
          onChange={to.type}
          onBlur={() => void to.settle()}
          error={to.isBad ? text('extract.badPath') : undefined}
          autoComplete="off"
          dir="auto"
          hint={<TargetHints path={path} onChoose={to.choose} />}
        />
        {currentData?.format === 'zip' && (
          <NamesField names={names} read={currentData.names} onChange={setNames} />
        )}
        <DryRun found={currentData} isBusy={!error} ifExists={ifExists} onIfExists={setIfExists} />
        {error !== undefined && (
          <FaultNotice
            what={text('extract.fault')}
            fault={toFault(error)}
            actions={<Button onClick={() => void refetch()}>{text('extract.retry')}</Button>}
          />
        )}
        {refused !== undefined && (
          <p className="fm-problem" role="alert">
            {refused.message}
          </p>
        )}
      </form>
    </Modal>
  );
}

/** The two folders that most archives are extracted to. */
function TargetHints({
  path,
  onChoose,
}: {
  readonly path: string;
  readonly onChoose: (folder: string) => void;
}) {
  const text = useText(archiveTexts);
  const parent = parentOf(path);
  const own = joinPath(parent, archiveStem(nameOf(path)));
  return (
    <span className="sd-row">
      <button type="button" className="sd-link-button" onClick={() => onChoose(parent)}>
        {text('extract.here')}
      </button>
      <button type="button" className="sd-link-button" onClick={() => onChoose(own)}>
        {text('extract.own')}
      </button>
    </span>
  );
}

/** The typed target folder, and the last valid one, which the dry run uses. */
function useTarget(first: string) {
  const [typed, setTyped] = useState(first);
  const [settled, setSettled] = useState(first);
  const [isBad, setIsBad] = useState(false);
  return {
    typed,
    settled,
    isBad,
    type: (next: string) => {
      setTyped(next);
      setIsBad(false);
    },
    choose: (folder: string) => {
      setTyped(folder);
      setSettled(folder);
      setIsBad(false);
    },
    /** Returns the folder; undefined if the text is no folder path. */
    settle: () => {
      const folder = typedFolder(typed);
      setIsBad(folder === undefined);
      if (folder !== undefined) setSettled(folder);
      return folder;
    },
  };
}

interface NamesProps {
  readonly names: Names;
  /** The encoding that the server detected. */
  readonly read: Names | null;
  readonly onChange: (names: Names) => void;
}

function NamesField({ names, read, onChange }: NamesProps) {
  const text = useText(archiveTexts);
  const id = useId();
  const auto =
    read && read !== 'auto' ? text('names.autoAs', { name: text(`names.${read}`) }) : text('names.auto');
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {text('extract.names')}
      </label>
      <Select<Names>
        id={id}
        className="fm-form-select"
        value={names}
        onChange={onChange}
        options={NAME_ENCODINGS.map((value) => ({
          value,
          label: value === 'auto' && names === 'auto' ? auto : text(`names.${value}`),
        }))}
      />
    </div>
  );
}
