import type { BinItem } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ResourceRows } from '@sitedeck/ui/page';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useState } from 'react';
import { filesApi } from '../files.api';
import { nameOf } from '../paths';
import { binTexts } from './bin-texts';
import { inBatches } from './bin-entry';

const FIRST_SIZE = 20;

/** Reads the recycle bin page by page. */
export function useBin() {
  const [filter, setFilter] = useState('');
  const [{ page, size }, setPaging] = useState({ page: 1, size: FIRST_SIZE });
  const body = { offset: (page - 1) * size, limit: size, ...(filter && { filter }) };
  const { data, currentData, error, refetch } = filesApi.useListBinQuery(
    { body },
    { refetchOnMountOrArgChange: true },
  );
  return {
    rows: rowsOf(data, currentData, error),
    all: data && { total: data.total, bytes: data.bytes, days: data.days },
    filter,
    filterBy: (next: string) => {
      setFilter(next);
      setPaging({ page: 1, size });
    },
    paging: {
      page,
      size,
      onChange: (next: number, wanted: number) =>
        setPaging({ page: wanted === size ? next : 1, size: wanted }),
    },
    refetch: () => void refetch(),
  };
}

interface Page {
  readonly items: readonly BinItem[];
  readonly total: number;
}

function rowsOf(data: Page | undefined, current: Page | undefined, error: unknown): ResourceRows<BinItem> {
  if (error !== undefined) return { is: 'failed', fault: toFault(error) };
  if (!data) return { is: 'loading', rows: [], total: 0 };
  return { is: current ? 'ready' : 'loading', rows: data.items, total: data.total };
}

/** Deletes permanently after a question. */
export function useEmptyBin() {
  const [empty] = filesApi.useEmptyBinMutation();
  const confirm = useConfirm();
  const text = useText(binTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const counted = (n: number) => ({ n: format.number(n), count: n });

  const run = async (calls: readonly (readonly string[] | undefined)[]) => {
    let [removed, bytes] = [0, 0];
    for (const ids of calls) {
      const { data } = await empty({ body: ids ? { ids: [...ids] } : {} });
      if (!data) return;
      removed += data.removed;
      bytes += data.bytes;
    }
    message.success(text('removed', { ...counted(removed), size: format.bytes(bytes) }));
  };

  return {
    some: async (items: readonly BinItem[]) => {
      const [first] = items;
      if (!first) return;
      const one = items.length === 1;
      const body = one
        ? text('remove.one', { name: visibleName(nameOf(first.path)) })
        : text('remove.many', counted(items.length));
      if (await confirm.danger({ body, confirm: text('remove') }))
        await run(inBatches(items.map(({ id }) => id)));
    },
    all: async (
      { total, bytes }: { readonly total: number; readonly bytes: number } = { total: 0, bytes: 0 },
    ) => {
      const body = text('empty.ask', { ...counted(total), size: format.bytes(bytes) });
      if (await confirm.danger({ body, confirm: text('empty') })) await run([undefined]);
    },
  };
}
