import type { CallReply, IfExists, restoreFromBin } from '@sitedeck/contract';
import { useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { toFault } from '@sitedeck/sdk';
import { keysWithChoice, type Clash } from '../conflicts/clash';
import { existingIn } from '../conflicts/existing-facts';
import { useConflicts } from '../conflicts/use-conflicts';
import { filesApi } from '../files.api';
import { useRevealer } from '../listing/reveal';
import { nameOf, parentOf } from '../paths';
import { binTexts } from './bin-texts';
import { factsOf, inBatches, type BinEntry } from './bin-entry';

type Reply = CallReply<typeof restoreFromBin>;
type FailedEntry = Reply['failed'][number];

/** Restores entries to their old paths, and asks per name where the name is taken by now. */
export function useRestore(): (items: readonly BinEntry[]) => Promise<void> {
  const [restore] = filesApi.useRestoreFromBinMutation();
  const ask = useConflicts();
  const text = useText(binTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const revealer = useRevealer();
  const counted = (n: number) => ({ n: format.number(n), count: n });

  const restoreInBatches = async (ids: readonly string[], ifExists: IfExists) => {
    const replies: Reply[] = [];
    for (const some of inBatches(ids)) {
      const reply = await restore({ body: { ids: some, ifExists } }).unwrap();
      if (reply) replies.push(reply);
    }
    return {
      restored: replies.flatMap(({ restored }) => restored),
      failed: replies.flatMap(({ failed }) => failed),
    };
  };

  const reportResult = (restored: readonly BinEntry[], failed: readonly FailedEntry[]) => {
    const [first] = restored;
    const [worst] = failed;
    if (worst) return message.error(text('failed', { ...counted(failed.length), why: worst.fault.message }));
    if (!first) return;
    const one = restored.length === 1;
    message.success(
      one
        ? text('restored.one', { name: visibleName(nameOf(first.path)) })
        : text('restored', counted(restored.length)),
    );
  };

  return async (items) => {
    const reveal = revealer.begin();
    try {
      const done = await restoreInBatches(
        items.map(({ id }) => id),
        'refuse',
      );
      const taken = done.failed.filter(({ fault }) => fault.reason === 'already-exists');
      const restored = [...done.restored];
      const failed = done.failed.filter((one) => !taken.includes(one));
      if (taken.length > 0) {
        const choices = await ask({
          clashes: await clashesOf(items.filter(({ id }) => taken.some((one) => one.id === id))),
          title: text('clash', counted(taken.length)),
          confirm: text('restore'),
        });
        for (const choice of ['overwrite', 'both'] as const) {
          const ids = choices ? keysWithChoice(choices, choice) : [];
          const secondResult = await restoreInBatches(ids, choice);
          restored.push(...secondResult.restored);
          failed.push(...secondResult.failed);
        }
      }
      reveal(restored.map(({ path }) => path));
      reportResult(restored, failed);
    } catch (error) {
      message.error(toFault(error).message);
    }
  };
}

/** The entries that have the names now. A folder that can't be listed leaves out their facts. */
async function clashesOf(taken: readonly BinEntry[]): Promise<Clash[]> {
  const folders = [...new Set(taken.map(({ path }) => parentOf(path)))];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = taken.filter(({ path }) => parentOf(path) === folder).map(({ path }) => nameOf(path));
      return [folder, await existingIn(folder, names).catch(() => undefined)] as const;
    }),
  );
  const byFolder = new Map(found);
  return taken.map((item) => ({
    key: item.id,
    name: nameOf(item.path),
    now: byFolder.get(parentOf(item.path))?.get(nameOf(item.path)),
    coming: factsOf(item),
  }));
}
