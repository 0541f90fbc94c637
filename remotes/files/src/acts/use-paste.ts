import { toFault } from '@sitedeck/sdk';
import { App, useConfirm, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { freeName, joinPath } from '../paths';
import { visibleName } from '../visible-name';
import { holdClip, type Clip } from './clipboard';

interface Placing {
  readonly clip: Clip;
  readonly name: string;
  readonly to?: string;
  readonly overwrite?: boolean;
}

/** Pastes into a folder: copies or moves one by one, then asks once about those whose name is taken. */
export function usePaste(folder: string): (clip: Clip) => Promise<void> {
  const [rename] = filesApi.useRenameFileMutation();
  const [copy] = filesApi.useCopyFileMutation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const text = useText(filesTexts);
  const format = useLocaleFormat();

  const place = async ({ clip, name, to = name, overwrite = false }: Placing): Promise<'done' | 'taken'> => {
    const body = { path: joinPath(clip.folder, name), to: joinPath(folder, to), overwrite };
    try {
      await (clip.mode === 'cut' ? rename({ body }) : copy({ body })).unwrap();
      return 'done';
    } catch (error) {
      const fault = toFault(error);
      if (fault.reason === 'already-exists') return 'taken';
      throw fault;
    }
  };

  /** A copy beside its original takes the next free name: `a (2).txt`. */
  const placeBeside = async (clip: Clip, name: string): Promise<void> => {
    const tried = new Set<string>();
    for (;;) {
      const candidate = freeName(name, (other) => tried.has(other));
      if ((await place({ clip, name, to: candidate })) === 'done') return;
      tried.add(candidate);
    }
  };

  const placeAll = async (clip: Clip): Promise<string[]> => {
    const taken: string[] = [];
    for (const name of clip.names) {
      if (clip.folder === folder) await placeBeside(clip, name);
      else if ((await place({ clip, name })) === 'taken') taken.push(name);
    }
    return taken;
  };

  const mayOverwrite = (taken: readonly string[]) => {
    const name = visibleName(taken[0] ?? '');
    const names = taken.length > 1 ? text('overwrite.names', { name }) : name;
    return confirm.danger({
      body: text('overwrite.body', { n: format.number(taken.length), count: taken.length, names }),
      confirm: text('overwrite.paste'),
    });
  };

  return async (clip) => {
    if (clip.mode === 'cut' && clip.folder === folder) return;
    try {
      const taken = await placeAll(clip);
      const overwritten = taken.length > 0 && (await mayOverwrite(taken)) ? taken : [];
      for (const name of overwritten) await place({ clip, name, overwrite: true });
      const done = clip.names.length - taken.length + overwritten.length;
      if (done > 0) void message.success(text('done.pasted', { n: format.number(done), count: done }));
      if (clip.mode === 'cut') holdClip(undefined);
    } catch (error) {
      void message.error(toFault(error).message);
    }
  };
}
