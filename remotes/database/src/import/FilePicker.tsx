import { FileOutlined, FolderOutlined } from '@ant-design/icons';
import { LIST_ENTRIES_MAX, type FileEntry } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Skeleton, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { databaseApi } from '../database.api';
import { isDump, joinPath, parentOf } from './dump-path';
import { importTexts } from './import-texts';

interface Props {
  /** The folder shown first. */
  readonly start: string;
  readonly onChoose: (path: string) => void;
}

/** Lists the host's folders, and the files in them that may be dumps. */
export function FilePicker({ start, onChoose }: Props) {
  const text = useText(importTexts);
  const [folder, setFolder] = useState(start);
  const up = useRef<HTMLButtonElement>(null);
  const isTop = folder === '/';
  const open = (next: string) => {
    setFolder(next);
    // The pressed entry is removed with its folder, so the focus moves.
    up.current?.focus();
  };
  return (
    <section className="db-picker" aria-label={text('picker')}>
      <div className="db-picker-head">
        <Button
          ref={up}
          size="small"
          aria-disabled={isTop}
          className={isTop ? 'sd-off' : ''}
          onClick={() => isTop || open(parentOf(folder))}
        >
          {text('picker.up')}
        </Button>
        <span className="sd-mono db-break">{folder}</span>
      </div>
      <Entries folder={folder} onOpen={open} onChoose={onChoose} />
    </section>
  );
}

interface EntriesProps {
  readonly folder: string;
  readonly onOpen: (folder: string) => void;
  readonly onChoose: (path: string) => void;
}

/** A name that is not valid text can't be sent in a call. */
const isOffered = ({ type, name, unreadableName }: FileEntry): boolean =>
  !unreadableName && (type === 'folder' || (type === 'file' && isDump(name)));

function Entries({ folder, onOpen, onChoose }: EntriesProps) {
  const text = useText(importTexts);
  const shared = useText(sharedTexts);
  const { currentData, error, refetch } = databaseApi.useDumpFolderQuery(
    { body: { path: folder, limit: LIST_ENTRIES_MAX } },
    { refetchOnMountOrArgChange: true },
  );
  if (error !== undefined) {
    const fault = toFault(error);
    return (
      <FaultNotice
        what={text('picker.failed')}
        fault={fault}
        // A portal's page may not list files.
        advice={fault.code === '403' ? text('picker.typeIt') : undefined}
        actions={
          fault.code !== '403' && <Button onClick={() => void refetch()}>{shared('act.retry')}</Button>
        }
      />
    );
  }
  if (!currentData) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const offered = currentData.entries.filter(isOffered);
  if (offered.length === 0) return <p className="sd-hint db-picker-none">{text('picker.none')}</p>;
  return (
    <ul className="db-picker-list" aria-label={folder}>
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
    <button type="button" className="db-picker-entry" onClick={open}>
      {isFolder ? <FolderOutlined aria-hidden /> : <FileOutlined aria-hidden />}
      <span className="db-break">{name}</span>
      {!isFolder && <span className="sd-hint sd-small">{format.bytes(size)}</span>}
    </button>
  );
}
