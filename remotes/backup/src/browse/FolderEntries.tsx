import type { BackupEntry } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Skeleton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { backupApi } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { browseTexts } from './browse-texts';
import type { ChosenPaths } from './chosen';
import { EntryRow } from './EntryRow';

/** Entries shown at first, and added by each click on "more". */
const STEP = 200;

interface Props {
  readonly point: number;
  readonly path: string;
  readonly name: string;
  readonly chosen: ChosenPaths;
  readonly onChoose: (path: string, on: boolean) => void;
}

/** Lists the entries of one folder of a point. Folders in it open below their row. */
export function FolderEntries({ point, path, name, chosen, onChoose }: Props) {
  const text = useText(browseTexts);
  const frame = useText(frameTexts);
  const format = useLocaleFormat();
  const [shown, setShown] = useState(STEP);
  const { data, error, refetch } = backupApi.useBrowseBackupQuery({
    query: { point, path },
  });
  if (error !== undefined && !data)
    return (
      <FaultNotice
        what={text('failed')}
        fault={toFault(error)}
        actions={
          <Button size="small" onClick={() => void refetch()}>
            {frame('act.retry')}
          </Button>
        }
      />
    );
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const { entries, more } = data;
  if (entries.length === 0) return <p className="sd-hint bk-tree-empty">{text('empty')}</p>;
  const rest = entries.length - shown;
  return (
    <>
      <ul className="bk-tree" aria-label={name}>
        {inOrder(entries)
          .slice(0, shown)
          .map((entry) => (
            <EntryRow
              key={entry.path}
              point={point}
              entry={entry}
              chosen={chosen}
              onChoose={onChoose}
              inside={() => (
                <FolderEntries
                  point={point}
                  path={entry.path}
                  name={entry.name}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              )}
            />
          ))}
      </ul>
      {rest > 0 && (
        <Button size="small" onClick={() => setShown(shown + STEP)}>
          {text('more', { n: format.number(Math.min(rest, STEP)), rest: format.number(rest) })}
        </Button>
      )}
      {more && rest <= 0 && <p className="sd-hint">{text('cut')}</p>}
    </>
  );
}

/** Folders first, each group by name. */
const inOrder = (entries: readonly BackupEntry[]): readonly BackupEntry[] =>
  [...entries].sort(
    (a, b) => Number(b.type === 'folder') - Number(a.type === 'folder') || a.name.localeCompare(b.name),
  );
