import { type FileEntry } from '@sitedeck/contract';
import { Button, LockedTip, Modal, useLocaleFormat, useText, type Text } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { ModeField } from './ModeField';
import { modeTexts, type ModeKey } from './mode-texts';
import { isOctal } from './octal';
import { useModes } from './use-modes';

interface Props {
  readonly folder: string;
  readonly entries: readonly FileEntry[];
  /** Why nothing can be changed now. */
  readonly blocked: string | undefined;
  readonly onGone: () => void;
}

/**
 * Changes permissions of the selected entries; files and folders separately, since folders need the execute
 * right.
 */
export function ModeDialog({ folder, entries, blocked, onGone }: Props) {
  const text = useText(modeTexts);
  const format = useLocaleFormat();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState(true);
  const [wasSent, setWasSent] = useState(false);
  const chosen = useModes({ folder, entries, onDone: () => setOpen(false) });
  const { modes, deep } = chosen;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (blocked === undefined) void chosen.send();
  };

  return (
    <Modal
      open={open}
      title={titleOf(entries, text, format.number)}
      onCancel={() => setOpen(false)}
      first={() => form.current?.querySelector('input')}
      onGone={onGone}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{text('cancel')}</Button>
          <LockedTip reason={blocked}>
            <Button type="primary" htmlType="submit" form={id} loading={chosen.isLoading}>
              {text('save')}
            </Button>
          </LockedTip>
        </>
      }
    >
      <form id={id} ref={form} className="fm-form" onSubmit={submit}>
        {chosen.kinds.map((kind) => (
          <ModeField
            key={kind}
            kind={kind}
            mode={modes[kind]}
            isBad={wasSent && !isOctal(modes[kind])}
            onChange={(mode) => chosen.setModes({ ...modes, [kind]: mode })}
          />
        ))}
        {chosen.hasFolders && (
          <label className="fm-mode-deep">
            <input type="checkbox" checked={deep} onChange={() => chosen.setDeep(!deep)} />
            <span>{text('deep')}</span>
          </label>
        )}
        {chosen.refused !== undefined && (
          <p className="fm-problem" role="alert">
            {chosen.refused}
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
