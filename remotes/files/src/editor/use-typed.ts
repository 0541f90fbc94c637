import type { Draft } from '@sitedeck/sdk';
import { lineEndOf, withLineEnd } from '@sitedeck/ui/editor';
import { useMemo, useRef, useState } from 'react';
import { packOrigin, unpackOrigin, type FileFormat } from './file-format';
import type { TextFile } from './use-text-file';

const formatOf = (file: TextFile): FileFormat => ({
  encoding: file.encoding,
  bom: file.bom,
  lineEnd: lineEndOf(file.content),
});

/**
 * The unsaved text of one file, the format to write it in, and whether both are saved.
 * Kept in refs, not in state: Ctrl S may follow a key before React has rendered again.
 * @param restored what an earlier visit left unsaved
 */
export function useTyped(file: TextFile | undefined, restored: Draft | undefined) {
  const [origin] = useState(() => restored && unpackOrigin(restored.about).format);
  const [start, setStart] = useState(restored?.text);
  const [shownFormat, showFormat] = useState(origin);
  const typed = useRef(restored && (() => restored.text));
  const chosen = useRef(origin);
  const edits = useRef({ made: restored ? 1 : 0, saved: 0 });
  const fileFormat = useMemo(() => file && formatOf(file), [file]);

  const formatNow = (): FileFormat | undefined => chosen.current ?? fileFormat;
  const textNow = (): string => {
    const content = typed.current?.() ?? file?.content ?? '';
    const lineEnd = formatNow()?.lineEnd ?? 'mixed';
    return lineEnd === 'mixed' ? content : withLineEnd(content, lineEnd);
  };
  return {
    /** Text that the editor starts with instead of the file's content. */
    start,
    format: shownFormat ?? fileFormat,
    formatNow,
    textNow,
    made: () => edits.current.made,
    isSaved: () => edits.current.made === edits.current.saved,
    saved: (made: number) => {
      edits.current.saved = made;
    },
    draft: (version: string): Draft | undefined => {
      const format = formatNow();
      if (edits.current.made === edits.current.saved || !format) return undefined;
      return { text: textNow(), about: packOrigin(version, format) };
    },
    type: (read: () => string) => {
      typed.current = read;
      edits.current.made += 1;
    },
    /** Replaces the text in the editor. */
    put: (text: string) => {
      typed.current = () => text;
      edits.current.made += 1;
      setStart(text);
    },
    choose: (change: Partial<FileFormat>) => {
      const format = formatNow();
      if (!format) return;
      chosen.current = { ...format, ...change };
      edits.current.made += 1;
      showFormat(chosen.current);
    },
    /** Drops the unsaved text. */
    forget: () => {
      edits.current = { made: 0, saved: 0 };
      typed.current = undefined;
      chosen.current = undefined;
      showFormat(undefined);
      setStart(undefined);
    },
  };
}
