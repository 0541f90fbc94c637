import { MODAL_WIDTH, type FileEntry } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { App, Button, LockedTip, Modal, useLocaleFormat, useText, type Text } from '@sitedeck/ui/core';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { filesApi } from '../files.api';
import { joinPath } from '../paths';
import { visibleName } from '../visible-name';
import { ModeField } from './ModeField';
import { modeTexts, type ModeKey } from './mode-texts';
import { isOctal } from './octal';

interface Props {
  readonly folder: string;
  readonly entries: readonly FileEntry[];
  /** Why nothing can be changed now. */
  readonly blocked: string | undefined;
  readonly onGone: () => void;
}

const isFolder = ({ type }: FileEntry) => type === 'folder';

/** The mode they share, else the usual one. */
const sharedMode = (entries: readonly FileEntry[], usual: string): string => {
  const modes = new Set(entries.map(({ mode }) => mode));
  const [only = usual] = modes;
  return modes.size === 1 && isOctal(only) ? only : usual;
};

/** Permissions of the chosen entries: files and folders apart, since a folder needs the right to be entered. */
export function ModeDialog({ folder, entries, blocked, onGone }: Props) {
  const text = useText(modeTexts);
  const format = useLocaleFormat();
  const { message } = App.useApp();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState(true);
  const folders = entries.filter(isFolder);
  const [deep, setDeep] = useState(false);
  const [modes, setModes] = useState(() => ({
    files: sharedMode(
      entries.filter((entry) => !isFolder(entry)),
      '644',
    ),
    folders: sharedMode(folders, '755'),
  }));
  const [refused, setRefused] = useState<string>();
  const [wasSent, setWasSent] = useState(false);
  const [change, { isLoading }] = filesApi.useChangeModeMutation();
  const kinds = [
    ...(folders.length > 0 ? (['folders'] as const) : []),
    ...(deep || folders.length < entries.length ? (['files'] as const) : []),
  ];

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (blocked !== undefined || isLoading || kinds.some((kind) => !isOctal(modes[kind]))) return;
    const asked = Object.fromEntries(kinds.map((kind) => [kind, modes[kind]]));
    const paths = entries.map(({ name }) => joinPath(folder, name));
    try {
      const reply = await change({ body: { paths, deep, ...asked } }).unwrap();
      const changed = reply?.changed ?? 0;
      void message.success(text('done', { n: format.number(changed), count: changed }));
      setOpen(false);
    } catch (error) {
      setRefused(toFault(error).message);
    }
  };

  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.tip}
      title={titleOf(entries, text, format.number)}
      onCancel={() => setOpen(false)}
      mask={{ closable: false }}
      destroyOnHidden
      afterOpenChange={(shown) => {
        if (shown) form.current?.querySelector('input')?.focus();
        else onGone();
      }}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{text('cancel')}</Button>
          <LockedTip reason={blocked}>
            <Button type="primary" htmlType="submit" form={id} loading={isLoading}>
              {text('save')}
            </Button>
          </LockedTip>
        </>
      }
    >
      <form id={id} ref={form} className="fm-form" onSubmit={(event) => void submit(event)}>
        {kinds.map((kind) => (
          <ModeField
            key={kind}
            kind={kind}
            mode={modes[kind]}
            isBad={wasSent && !isOctal(modes[kind])}
            onChange={(mode) => setModes({ ...modes, [kind]: mode })}
          />
        ))}
        {folders.length > 0 && (
          <label className="fm-mode-deep">
            <input type="checkbox" checked={deep} onChange={() => setDeep(!deep)} />
            <span>{text('deep')}</span>
          </label>
        )}
        {refused !== undefined && (
          <p className="fm-problem" role="alert">
            {refused}
          </p>
        )}
      </form>
    </Modal>
  );
}

function titleOf(entries: readonly FileEntry[], text: Text<ModeKey>, number: (n: number) => string): string {
  const [first] = entries;
  if (first && entries.length === 1) return text('title.one', { name: visibleName(first.name) });
  return text('title', { n: number(entries.length), count: entries.length });
}
