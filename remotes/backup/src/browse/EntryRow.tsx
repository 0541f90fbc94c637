import {
  CaretDownOutlined,
  CaretRightOutlined,
  DownloadOutlined,
  FileOutlined,
  FolderFilled,
  LinkOutlined,
} from '@ant-design/icons';
import type { BackupEntry } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { IconButton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState, type ReactNode } from 'react';
import { browseTexts } from './browse-texts';
import { isBelowChosenFolder, type ChosenPaths } from './chosen';
import { useDownload } from './use-download';

interface Props {
  readonly point: number;
  readonly entry: BackupEntry;
  readonly chosen: ChosenPaths;
  readonly onChoose: (path: string, on: boolean) => void;
  /** Renders the folder's entries once it is open. */
  readonly inside: () => ReactNode;
}

const ICONS: Readonly<Record<BackupEntry['type'], ReactNode>> = {
  folder: <FolderFilled aria-hidden className="bk-folder" />,
  file: <FileOutlined aria-hidden />,
  link: <LinkOutlined aria-hidden />,
  other: <FileOutlined aria-hidden />,
};

/**
 * One entry; a folder shows its entries below itself. An entry whose name is not valid text can't be chosen
 * alone: it is restored with its folder.
 */
export function EntryRow({ point, entry, chosen, onChoose, inside }: Props) {
  const text = useText(browseTexts);
  const download = useDownload();
  const [open, setOpen] = useState(false);
  const { name, path, type, unreadableName = false } = entry;
  const isIncluded = isBelowChosenFolder(chosen, path);
  return (
    <li>
      <div className="bk-entry">
        <input
          type="checkbox"
          aria-label={text('choose.of', { name })}
          checked={isIncluded || chosen.has(path)}
          disabled={isIncluded || unreadableName}
          onChange={(event) => onChoose(path, event.target.checked)}
        />
        {type === 'folder' && !unreadableName ? (
          <button
            type="button"
            className="bk-entry-name sd-link-button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />} {ICONS.folder}{' '}
            <EntryName entry={entry} />
          </button>
        ) : (
          <span className="bk-entry-name bk-entry-file">
            {ICONS[type]} <EntryName entry={entry} />
          </span>
        )}
        <Facts entry={entry} />
        {!unreadableName && type !== 'other' && (
          <IconButton
            size="small"
            icon={<DownloadOutlined />}
            label={text('download', { name })}
            onClick={() => void download({ point, path, format: 'zip' })}
          />
        )}
      </div>
      {open && inside()}
    </li>
  );
}

function Facts({ entry: { type, size, mtime } }: Pick<Props, 'entry'>) {
  const format = useLocaleFormat();
  return (
    <span className="bk-entry-facts sd-hint sd-small">
      {type === 'file' && <span>{format.bytes(size)}</span>}
      <span>{formatTime(mtime).slice(0, 16)}</span>
    </span>
  );
}

function EntryName({ entry: { name, unreadableName } }: Pick<Props, 'entry'>) {
  const text = useText(browseTexts);
  return (
    <bdi>
      {name}
      {unreadableName && <span className="sd-hint sd-small bk-block">{text('unreadable')}</span>}
    </bdi>
  );
}
