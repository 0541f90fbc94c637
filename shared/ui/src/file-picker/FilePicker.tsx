import { FileOutlined, FolderOutlined } from '@ant-design/icons';
import { LIST_ENTRIES_MAX, type FileEntry } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
// Imported from the shared facade: a remote that bundles the picker bundles no second kit.
import { Button, FaultNotice, Skeleton, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { joinPath, parentOf } from './host-path';
import { pickerApi } from './picker.api';
import { pickerTexts } from './picker-texts';

interface Props {
  /** The folder shown first. */
  readonly start: string;
  /** Whether a file of this name is offered. */
  readonly accepts: (name: string) => boolean;
  readonly onChoose: (path: string) => void;
}

/** Lists the host's folders, and the files in them that may be chosen. */
export function FilePicker({ start, accepts, onChoose }: Props) {
  const text = useText(pickerTexts);
  const [folder, setFolder] = useState(start);
  const up = useRef<HTMLButtonElement>(null);
  const isTop = folder === '/';
  const open = (next: string) => {
    setFolder(next);
    // The pressed entry is removed with its folder, so the focus moves.
    up.current?.focus();
  };
  return (
    <section className="sd-picker" aria-label={text('choose')}>
      <div className="sd-picker-head">
        <Button
          ref={up}
          size="small"
          aria-disabled={isTop}
          className={isTop ? 'sd-off' : ''}
          onClick={() => isTop || open(parentOf(folder))}
        >
          {text('up')}
        </Button>
        <span className="sd-mono sd-picker-name">{folder}</span>
      </div>
      <Entries folder={folder} accepts={accepts} onOpen={open} onChoose={onChoose} />
    </section>
  );
}

interface EntriesProps extends Pick<Props, 'accepts' | 'onChoose'> {
  readonly folder: string;
  readonly onOpen: (folder: string) => void;
}

/** A name that is not valid text can't be sent in a call. */
const isOffered = ({ type, name, unreadableName }: FileEntry, accepts: Props['accepts']): boolean =>
  !unreadableName && (type === 'folder' || (type === 'file' && accepts(name)));

function Entries({ folder, accepts, onOpen, onChoose }: EntriesProps) {
  const text = useText(pickerTexts);
  const shared = useText(sharedTexts);
  const { currentData, error, refetch } = pickerApi.usePickerFolderQuery(
    { body: { path: folder, limit: LIST_ENTRIES_MAX } },
    { refetchOnMountOrArgChange: true },
  );
  if (error !== undefined) {
    const fault = toFault(error);
    return (
      <FaultNotice
        what={text('failed')}
        fault={fault}
        // A portal's page may not list files.
        advice={fault.code === '403' ? text('typeIt') : undefined}
        actions={
          fault.code !== '403' && <Button onClick={() => void refetch()}>{shared('act.retry')}</Button>
        }
      />
    );
  }
  if (!currentData) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const offered = currentData.entries.filter((entry) => isOffered(entry, accepts));
  if (offered.length === 0) return <p className="sd-hint sd-picker-none">{text('none')}</p>;
  return (
    <ul className="sd-picker-list" aria-label={folder}>
      {offered.map((entry) => (
        <li key={entry.name}>
          <Entry
            entry={entry}
            open={() => (entry.type === 'folder' ? onOpen : onChoose)(joinPath(folder, entry.name))}
          />
        </li>
      ))}
    </ul>
  );
}

function Entry({
  entry: { type, name, size },
  open,
}: {
  readonly entry: FileEntry;
  readonly open: () => void;
}) {
  const format = useLocaleFormat();
  const isFolder = type === 'folder';
  return (
    <button type="button" className="sd-picker-entry" onClick={open}>
      {isFolder ? <FolderOutlined aria-hidden /> : <FileOutlined aria-hidden />}
      <span className="sd-picker-name">{name}</span>
      {!isFolder && <span className="sd-hint sd-small">{format.bytes(size)}</span>}
    </button>
  );
}
