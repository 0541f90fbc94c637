import type { FileEntry } from '@sitedeck/contract';
import { useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import type { FileOpener } from '../editor/file-opener';
import type { Folder } from '../listing/use-folder';
import { joinPath } from '../paths';
import type { FolderSizes } from '../sizes/use-folder-sizes';
import type { DialogRequest } from '../parts/PageDialogs';
import { holdClip } from './clipboard';
import { isRemoval, type RunAct } from './file-acts';
import { isEditable, isPreviewed } from './is-editable';
import type { Blocks } from './use-blocks';
import { useDownload } from './use-download';
import type { Remove } from './use-remove';

interface Parts {
  readonly folder: Folder;
  readonly blocks: Blocks;
  readonly opener: FileOpener;
  readonly openDialog: (request: DialogRequest) => void;
  readonly remove: Remove;
  readonly sizes: FolderSizes;
  /** Called when the selected entries were deleted. */
  readonly removed: () => void;
}

/** Runs the actions of bar, menus and keys. Keys can't be disabled, so a message says why an action is blocked. */
export function useRunAct({ folder, blocks, opener, openDialog, remove, sizes, removed }: Parts): RunAct {
  const { path } = folder.query;
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const download = useDownload(path);
  const [resetPermission] = filesApi.useResetPermissionMutation();

  const open = (entry: FileEntry) => {
    const target = joinPath(path, entry.name);
    if (entry.type === 'folder') return folder.open(target);
    if (isPreviewed(entry)) return opener.preview(target);
    if (isEditable(entry)) return opener.edit(target);
    void download([entry]);
  };
  const hold = (mode: 'copy' | 'cut', entries: readonly FileEntry[]) => {
    holdClip({ mode, folder: path, names: entries.map(({ name }) => name) });
    const counted = { n: format.number(entries.length), count: entries.length };
    message.info(text(mode === 'copy' ? 'done.copied' : 'done.cut', counted));
  };
  const reset = async (entry: FileEntry) => {
    const { data } = await resetPermission({ body: { path: joinPath(path, entry.name) } });
    if (data)
      message.success(
        text(data.changed > 0 ? 'done.permission' : 'done.permissionRight', {
          n: format.number(data.changed),
          count: data.changed,
        }),
      );
  };

  const refusal = (act: Parameters<RunAct>[0], entries: readonly FileEntry[]): string | undefined =>
    entries.some(({ unreadableName }) => unreadableName) && !isRemoval(act)
      ? text('lock.unreadable', { act: text(`act.${act}`) })
      : blockedReason(act, blocks);

  /** Each action with the selected entries, or with the first of them. */
  const acts = (
    first: FileEntry,
    entries: readonly FileEntry[],
  ): Readonly<Record<Parameters<RunAct>[0], () => void>> => ({
    open: () => open(first),
    download: () => void download(entries),
    rename: () => openDialog({ is: 'rename', name: first.name, isFolder: first.type === 'folder' }),
    copy: () => hold('copy', entries),
    cut: () => hold('cut', entries),
    extract: () => openDialog({ is: 'extract', path: joinPath(path, first.name) }),
    compress: () => openDialog({ is: 'compress', entries }),
    changeMode: () => openDialog({ is: 'changeMode', entries }),
    history: () => opener.history(joinPath(path, first.name)),
    measure: () => sizes.measure(entries),
    resetPermission: () => void reset(first),
    remove: () => void remove.toBin(entries).then((gone) => gone && removed()),
    removeForGood: () => void remove.forGood(entries).then((gone) => gone && removed()),
  });

  return (act, entries) => {
    const [first] = entries;
    if (!first) return;
    const reason = refusal(act, entries);
    if (reason !== undefined) return message.warning(reason);
    acts(first, entries)[act]();
  };
}

/** Actions that change nothing on the server. */
const NEVER_BLOCKED: ReadonlySet<Parameters<RunAct>[0]> = new Set([
  'open',
  'download',
  'copy',
  'history',
  'measure',
]);

function blockedReason(act: Parameters<RunAct>[0], blocks: Blocks): string | undefined {
  if (NEVER_BLOCKED.has(act)) return undefined;
  if (act === 'extract' || act === 'compress') return blocks.pageTask(`act.${act}`) ?? blocks.second;
  return blocks.inOpenFolder(`act.${act}`);
}
