import type { AppCheck } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { appTexts } from './app-texts';
import type { CheckRow } from './CheckList';

type InstallCheck = Extract<AppCheck, { act: 'install' }>;
type Answers = Pick<InstallCheck, 'missing'>;

/** Whether the host's PHP has what the app needs. */
export function useEnvironment(): (check: Answers) => CheckRow {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  return ({ missing }) =>
    missing.length === 0
      ? { key: 'php', is: 'good', text: text('check.php') }
      : { key: 'php', is: 'bad', text: text('check.php.missing', { missing: format.list(missing) }) };
}

/** Which files of an occupied folder an installation would replace, as far as that is known. */
export function useOverwritten(): (check: Pick<InstallCheck, 'overwritten'>) => string {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  return ({ overwritten }) => {
    if (!overwritten) return text('check.folder.occupied');
    const { count, first } = overwritten;
    if (count === 0) return text('overwritten.none');
    const found = { files: format.number(count), first: first.join(text('overwritten.comma')) };
    return count > first.length ? text('overwritten.more', found) : text('overwritten', { count, ...found });
  };
}

const DATABASE = { ready: 'good', missing: 'bad', 'prefix-taken': 'bad' } as const;
const FOLDER = { free: 'good', occupied: 'warn', app: 'bad' } as const;

/** What an installation would find, in words. */
export function useRequirements(): (
  check: InstallCheck,
  at: { readonly folder: string; readonly prefix: string },
) => readonly CheckRow[] {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  const environment = useEnvironment();
  const overwritten = useOverwritten();
  const folderWords = (check: InstallCheck, folder: string) =>
    check.folder === 'occupied' ? overwritten(check) : text(`check.folder.${check.folder}`, { folder });
  return (check, { folder, prefix }) => {
    const { database, room } = check;
    const isFull = room.free !== null && room.free < room.needed;
    const sizes = { needed: format.bytes(room.needed), free: format.bytes(room.free ?? 0) };
    return [
      environment(check),
      ...(database === 'not-needed'
        ? []
        : [
            { key: 'database', is: DATABASE[database], text: text(`check.database.${database}`, { prefix }) },
          ]),
      {
        key: 'room',
        is: isFull ? 'bad' : 'good',
        text: text(
          room.free === null ? 'check.room.unlimited' : isFull ? 'check.room.full' : 'check.room',
          sizes,
        ),
      },
      { key: 'folder', is: FOLDER[check.folder], text: folderWords(check, folder) },
    ];
  };
}
