import type { FileEntry } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { filesApi } from '../files.api';
import { joinPath } from '../paths';
import { modeTexts } from './mode-texts';
import { isOctal } from './octal';

const isFolder = ({ type }: FileEntry) => type === 'folder';

/** The mode that all entries share, else the usual one. */
const sharedMode = (entries: readonly FileEntry[], usual: string): string => {
  const modes = new Set(entries.map(({ mode }) => mode));
  const [only = usual] = modes;
  return modes.size === 1 && isOctal(only) ? only : usual;
};

interface ModeRequest {
  readonly folder: string;
  readonly entries: readonly FileEntry[];
  readonly onDone: () => void;
}

/** The chosen modes, and the call that applies them. */
export function useModes({ folder, entries, onDone }: ModeRequest) {
  const text = useText(modeTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const folders = entries.filter(isFolder);
  const [deep, setDeep] = useState(false);
  const [modes, setModes] = useState(() => ({
    files: sharedMode(
      entries.filter((entry) => !isFolder(entry)),
      '644',
    ),
    folders: sharedMode(folders, '755'),
  }));
  const [refused, setRefused] = useState<string>();
  const [change, { isLoading }] = filesApi.useChangeModeMutation();
  const hasFolders = folders.length > 0;
  const kinds = [
    ...(hasFolders ? (['folders'] as const) : []),
    ...(deep || folders.length < entries.length ? (['files'] as const) : []),
  ];

  async function send(): Promise<void> {
    if (isLoading || kinds.some((kind) => !isOctal(modes[kind]))) return;
    const chosenModes = Object.fromEntries(kinds.map((kind) => [kind, modes[kind]]));
    const paths = entries.map(({ name }) => joinPath(folder, name));
    try {
      const reply = await change({ body: { paths, deep, ...chosenModes } }).unwrap();
      const changed = reply?.changed ?? 0;
      message.success(text('done', { n: format.number(changed), count: changed }));
      onDone();
    } catch (error) {
      setRefused(toFault(error).message);
    }
  }

  return { kinds, modes, setModes, deep, setDeep, hasFolders, refused, isLoading, send };
}
