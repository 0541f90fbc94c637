import type { FileEntry } from '@sitedeck/contract';
import { useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { lazy } from 'react';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { useFileOpener } from '../editor/file-opener';
import type { Folder } from '../listing/use-folder';
import { RenameDialog } from '../names/NameDialogs';
import type { OpenDialog } from '../parts/PageDialog';
import { joinPath } from '../paths';
import { useSizes } from '../sizes/folder-sizes';
import { setClipboard } from './clipboard';
import { isRemoval, type ActionName, type RunAction } from './file-actions';
import { isEditable, isPreviewed } from './is-editable';
import type { BlockedActions } from './use-blocked-actions';
import { useDownload } from './use-download';
import { useRemove } from './use-remove';

const ExtractDialog = lazy(() =>
  import('../archives/ExtractDialog').then((module) => ({ default: module.ExtractDialog })),
);
const PackDialog = lazy(() =>
  import('../archives/PackDialog').then((module) => ({ default: module.PackDialog })),
);
const ModeDialog = lazy(() =>
  import('../modes/ModeDialog').then((module) => ({ default: module.ModeDialog })),
);

interface Parts {
  readonly folder: Folder;
  readonly blocks: BlockedActions;
  readonly openDialog: OpenDialog;
  /** Called when the selected entries were deleted. */
  readonly removed: () => void;
}

/** Runs the actions of bar, menus and keys. Keys can't be disabled, so a message says why an action is blocked. */
export function useRunAction({ folder, blocks, openDialog, removed }: Parts): RunAction {
  const { path } = folder.query;
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const opener = useFileOpener();
  const sizes = useSizes();
  const remove = useRemove(path);
  const download = useDownload(path);
  const ask = makeDialogs(path, openDialog);
  const [resetPermission] = filesApi.useResetPermissionMutation();

  const open = (entry: FileEntry) => {
    const target = joinPath(path, entry.name);
    if (entry.type === 'folder') return folder.open(target);
    if (isPreviewed(entry)) return opener.preview(target);
    if (isEditable(entry)) return opener.edit(target);
    void download([entry]);
  };
  const hold = (mode: 'copy' | 'cut', entries: readonly FileEntry[]) => {
    setClipboard({ mode, folder: path, names: entries.map(({ name }) => name) });
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

  const refusal = (act: ActionName, entries: readonly FileEntry[]): string | undefined =>
    entries.some(({ unreadableName }) => unreadableName) && !isRemoval(act)
      ? text('lock.unreadable', { act: text(`act.${act}`) })
      : blockedReason(act, blocks);

  /** Each action with the selected entries, or with the first of them. */
  const acts = (
    first: FileEntry,
    entries: readonly FileEntry[],
  ): Readonly<Record<ActionName, () => void>> => ({
    open: () => open(first),
    download: () => void download(entries),
    rename: () => ask.rename(first),
    copy: () => hold('copy', entries),
    cut: () => hold('cut', entries),
    extract: () => ask.extract(first),
    compress: () => ask.compress(entries),
    changeMode: () => ask.changeMode(entries),
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

/** The dialogs that ask for the details of an action. */
function makeDialogs(folder: string, openDialog: OpenDialog) {
  return {
    rename: (entry: FileEntry) =>
      openDialog(({ onGone }) => (
        <RenameDialog folder={folder} name={entry.name} isFolder={entry.type === 'folder'} onGone={onGone} />
      )),
    extract: (entry: FileEntry) =>
      openDialog(({ blocks, onGone }) => (
        <ExtractDialog
          path={joinPath(folder, entry.name)}
          blocked={blocks.anywhere('act.extract')}
          onGone={onGone}
        />
      )),
    compress: (entries: readonly FileEntry[]) =>
      openDialog(({ blocks, onGone }) => (
        <PackDialog
          folder={folder}
          entries={entries}
          blocked={blocks.inOpenFolder('act.compress')}
          onGone={onGone}
        />
      )),
    changeMode: (entries: readonly FileEntry[]) =>
      openDialog(({ blocks, onGone }) => (
        <ModeDialog
          folder={folder}
          entries={entries}
          blocked={blocks.inOpenFolder('act.changeMode')}
          onGone={onGone}
        />
      )),
  };
}

/** Actions that change nothing on the server. */
const NEVER_BLOCKED: ReadonlySet<ActionName> = new Set(['open', 'download', 'copy', 'history', 'measure']);

function blockedReason(act: ActionName, blocks: BlockedActions): string | undefined {
  if (NEVER_BLOCKED.has(act)) return undefined;
  if (act === 'extract' || act === 'compress') return blocks.pageTask(`act.${act}`) ?? blocks.second;
  return blocks.inOpenFolder(`act.${act}`);
}
