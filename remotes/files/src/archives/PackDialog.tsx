import { PACK_FORMATS, type FileEntry } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Modal, TextField, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { existingIn } from '../conflicts/existing-facts';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { joinPath, nameOf, nameProblem } from '../paths';
import { archiveTexts } from './archive-texts';
import { runArchiveTask } from './run-archive-task';
import { TaskFoot } from './TaskFoot';
import { useTaskBegan } from './use-task-began';

type Format = (typeof PACK_FORMATS)[number];

interface Props {
  readonly folder: string;
  readonly entries: readonly FileEntry[];
  readonly blocked: string | undefined;
  readonly onGone: () => void;
}

/** Packs the chosen entries into an archive beside them. */
export function PackDialog({ folder, entries, blocked, onGone }: Props) {
  const text = useText(archiveTexts);
  const files = useText(filesTexts);
  const format = useLocaleFormat();
  const id = useId();
  const taskBegan = useTaskBegan();
  const field = useRef<HTMLInputElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const [first] = entries;
  const one = entries.length === 1 ? first : undefined;
  const [stem, setStem] = useState(one?.name ?? (nameOf(folder) || 'files'));
  const [ending, setEnding] = useState<Format>('zip');
  const [problem, setProblem] = useState<string>();
  const [pack, { isLoading }] = filesApi.useCompressFilesMutation();

  const refuse = (why: string) => {
    setProblem(why);
    field.current?.focus();
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (blocked !== undefined || isLoading) return;
    const wrong = nameProblem(stem) ?? nameProblem(`${stem}.${ending}`);
    if (wrong) return refuse(files(`name.${wrong}`));
    const name = `${stem}.${ending}`;
    try {
      if ((await existingIn(folder, [name])).size > 0) return refuse(text('pack.taken', { name }));
      const [to, paths] = [joinPath(folder, name), entries.map((entry) => joinPath(folder, entry.name))];
      const task = await runArchiveTask({ kind: 'compress', label: visibleName(name) }, () =>
        pack({ body: { paths, to } }).unwrap(),
      );
      if (task.is === 'refused') return refuse(task.fault.message);
      taskBegan({ from: start, taskId: task.taskId, makes: [to] });
      setOpen(false);
    } catch (error) {
      refuse(toFault(error).message);
    }
  };

  return (
    <Modal
      open={open}
      title={
        one
          ? text('pack.one', { name: visibleName(one.name) })
          : text('pack.title', { n: format.number(entries.length), count: entries.length })
      }
      onCancel={() => setOpen(false)}
      first={field}
      onGone={onGone}
      footer={
        <TaskFoot
          form={id}
          start={start}
          words={text('pack.start')}
          reason={blocked}
          isBusy={isLoading}
          onCancel={() => setOpen(false)}
        />
      }
    >
      <form id={id} className="fm-form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={text('pack.name')}
          input={field}
          onFocus={({ currentTarget }) => currentTarget.select()}
          value={stem}
          onChange={(next) => {
            setStem(next);
            setProblem(undefined);
          }}
          error={problem}
          end={<span className="fm-form-end">.{ending}</span>}
          autoComplete="off"
          dir="auto"
        />
        <FormatChoice chosen={ending} onChoose={setEnding} />
      </form>
    </Modal>
  );
}

function FormatChoice(props: { readonly chosen: Format; readonly onChoose: (format: Format) => void }) {
  const text = useText(archiveTexts);
  const id = useId();
  return (
    <fieldset className="fm-choices">
      <legend>{text('pack.format')}</legend>
      {PACK_FORMATS.map((format) => (
        <label key={format}>
          <input
            type="radio"
            name={id}
            checked={props.chosen === format}
            onChange={() => props.onChoose(format)}
          />
          <span>{text(`pack.${format}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
