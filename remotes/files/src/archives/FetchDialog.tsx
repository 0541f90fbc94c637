import { toFault } from '@sitedeck/sdk';
import { Modal, TextField, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { joinPath, nameProblem } from '../paths';
import { archiveTexts } from './archive-texts';
import { TaskFoot } from './TaskFoot';
import { useTaskBegan } from './use-task-began';

interface Props {
  readonly folder: string;
  /** Why nothing can be changed now. */
  readonly blocked: string | undefined;
  readonly onGone: () => void;
}

interface Problems {
  readonly url?: string;
  readonly name?: string;
}

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Makes the host download a file from the internet into the open folder. */
export function FetchDialog({ folder, blocked, onGone }: Props) {
  const text = useText(archiveTexts);
  const files = useText(filesTexts);
  const id = useId();
  const taskBegan = useTaskBegan();
  const field = useRef<HTMLInputElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [fetchUrl, { isLoading }] = filesApi.useFetchUrlMutation();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (blocked !== undefined || isLoading) return;
    const wrong = name === '' ? undefined : nameProblem(name);
    const found: Problems = {
      ...(!isAddress(url.trim()) && { url: text('fetch.badUrl') }),
      ...(wrong && { name: files(`name.${wrong}`) }),
    };
    setProblems(found);
    if (found.url !== undefined) field.current?.focus();
    if (found.url !== undefined || found.name !== undefined) return;
    try {
      const body = { url: url.trim(), to: folder, ...(name && { name }) };
      const reply = await fetchUrl({ body }).unwrap();
      taskBegan({ from: start, taskId: reply?.taskId, makes: name ? [joinPath(folder, name)] : [] });
      setOpen(false);
    } catch (error) {
      setProblems({ url: toFault(error).message });
      field.current?.focus();
    }
  };

  return (
    <Modal
      open={open}
      title={text('fetch.title', { folder: visibleName(folder) })}
      onCancel={() => setOpen(false)}
      first={field}
      onGone={onGone}
      footer={
        <TaskFoot
          form={id}
          start={start}
          words={text('fetch.start')}
          reason={blocked}
          isBusy={isLoading}
          onCancel={() => setOpen(false)}
        />
      }
    >
      <form id={id} className="fm-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={text('fetch.url')}
          input={field}
          type="url"
          value={url}
          onChange={setUrl}
          error={problems.url}
          hint={text('fetch.urlHint')}
          autoComplete="off"
        />
        <TextField
          label={text('fetch.name')}
          value={name}
          onChange={setName}
          error={problems.name}
          hint={text('fetch.nameHint')}
          autoComplete="off"
          dir="auto"
        />
      </form>
    </Modal>
  );
}
