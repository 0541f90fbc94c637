import { Button, Modal, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { filesTexts, type FilesKey } from '../i18n/files-texts';

type Line = readonly [keys: string, meaning: Extract<FilesKey, `keys.${string}`>];

const LINES: readonly Line[] = [
  ['↑ ↓ Home End', 'keys.move'],
  ['Enter', 'keys.open'],
  ['Backspace', 'keys.up'],
  ['Space', 'keys.select'],
  ['Shift + ↑ ↓', 'keys.range'],
  ['Ctrl/⌘ + A C X V', 'keys.all'],
  ['F2', 'keys.rename'],
  ['Delete', 'keys.remove'],
  ['Shift + Delete', 'keys.removeForGood'],
  ['Ctrl/⌘ + Z', 'keys.undo'],
  ['', 'keys.letter'],
  ['/', 'keys.filter'],
  ['Ctrl/⌘ + Shift + F', 'keys.search'],
  ['Shift + Enter', 'keys.place'],
  ['Shift + F10', 'keys.menu'],
  ['?', 'keys.help'],
  ['Ctrl/⌘ + S', 'keys.save'],
  ['Ctrl + M', 'keys.leave'],
];

interface Props {
  /** Called when the dialog has closed. */
  readonly onGone: () => void;
}

export function KeysHelp({ onGone }: Props) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const text = useText(filesTexts);
  const wayOut = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      title={text('keys.title')}
      onCancel={close}
      first={wayOut}
      onGone={onGone}
      footer={
        <Button ref={wayOut} onClick={close}>
          {text('edit.close')}
        </Button>
      }
    >
      <dl className="fm-keys">
        {LINES.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              <kbd className="fm-key">{keys || text('keys.letterKey')}</kbd>
            </dt>
            <dd>{text(meaning)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
