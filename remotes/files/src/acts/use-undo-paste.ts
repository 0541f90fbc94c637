import { restoreVersions, type Fault } from '@sitedeck/contract';
import { call, kernel, toFault } from '@sitedeck/sdk';
import { useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesApi, folderChanged } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { useRevealer } from '../listing/reveal';
import { parentOf } from '../paths';
import type { Paste, PlacedEntry } from './paste';

/** Undoes one entry; resolves its fault if that fails. */
type UndoEntry = (entry: PlacedEntry) => Promise<Fault | undefined>;

const faultOf = (done: Promise<unknown>): Promise<Fault | undefined> => done.then(() => undefined, toFault);

/**
 * Moves entries back, and moves copies to the recycle bin. What they had replaced gets its name again. An entry that
 * can't be undone does not stop the others.
 */
export function useUndoPaste(): (paste: Paste) => Promise<void> {
  const [rename] = filesApi.useRenameFileMutation();
  const [removeCopy] = filesApi.useRemoveCopyMutation();
  const [restore] = filesApi.useRestoreFromBinMutation();
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const revealer = useRevealer();

  const moveBack: UndoEntry = ({ from, to, versionId, moveId }) => {
    const body = {
      ...{ path: to, to: from },
      ...(versionId !== undefined && { putBack: versionId }),
      ...(moveId !== undefined && { undoes: moveId }),
    };
    return faultOf(rename({ body }).unwrap());
  };
  // The copy stays: in the recycle bin, or as a version of the file that it had replaced.
  const dropCopy: UndoEntry = ({ to, versionId }) =>
    versionId === undefined
      ? faultOf(removeCopy({ body: { paths: [to], with_self: true, bin: true } }).unwrap())
      : restoreVersion(to, versionId);
  const bringBack: UndoEntry = async ({ kept }) => {
    if (kept.length === 0) return undefined;
    const reply = await restore({ body: { ids: kept.map(({ id }) => id) } })
      .unwrap()
      .catch(toFault);
    return reply && ('restored' in reply ? reply.failed[0]?.fault : reply);
  };

  return async ({ mode, placed }) => {
    const reveal = revealer.begin();
    const faults: Fault[] = [];
    const undone: PlacedEntry[] = [];
    for (const entry of [...placed].reverse()) {
      const fault = (await (mode === 'cut' ? moveBack : dropCopy)(entry)) ?? (await bringBack(entry));
      if (fault) faults.push(fault);
      else undone.push(entry);
    }
    if (mode === 'cut') reveal(undone.map(({ from }) => from));
    const [first] = faults;
    if (!first) return message.success(text(mode === 'cut' ? 'undone.move' : 'undone.paste'));
    const counted = { n: format.number(faults.length), count: faults.length };
    message.error(text('undone.failed', { ...counted, why: first.message }));
  };
}

async function restoreVersion(path: string, id: string): Promise<Fault | undefined> {
  const body = { files: [{ path, id }] };
  const reply = await call(restoreVersions, { body }, { quiet: true }).catch(toFault);
  kernel().store.dispatch(folderChanged(parentOf(path)));
  return 'done' in reply ? reply.failed[0]?.fault : reply;
}
