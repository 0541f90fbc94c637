import { readWindow, type CallReply, type Fault, type TextEncoding } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import type { TextWindowHandle } from '@sitedeck/ui/editor';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Bytes of one part, and parts held at once: 1 MiB in all. */
export const PART_BYTES = 256 * 1024;
const PARTS_HELD = 4;

type Window = CallReply<typeof readWindow>;

interface PartOfFile {
  readonly from: number;
  readonly to: number;
  /** Characters it takes in the editor, where every line ends by one. */
  readonly length: number;
}

/** The held bytes are `[from, to)` of `size`. */
interface HeldWindow {
  readonly size: number;
  readonly encoding: TextEncoding;
  readonly from: number;
  readonly to: number;
}

type End = 'start' | 'end';

/** The part before or after the held ones; undefined at an end of the file. */
function nextWindow(parts: readonly PartOfFile[], end: End, size: number) {
  const first = parts[0];
  const last = parts.at(-1);
  if (!first || !last) return undefined;
  if (end === 'end') return last.to < size ? { offset: last.to, bytes: PART_BYTES } : undefined;
  const offset = Math.max(0, first.from - PART_BYTES);
  return first.from > 0 ? { offset, bytes: first.from - offset } : undefined;
}

/** Whether the part continues what is held. If not, the file has changed, and a jump reads it again. */
const joins = (parts: readonly PartOfFile[], end: End, { from, to }: Window): boolean =>
  to > from && (end === 'end' ? from === parts.at(-1)?.to : to === parts[0]?.from);

/** The editor counts every line end as one character, whatever the file uses. */
const withSingleLineEnds = (content: string): string => content.replace(/\r\n?/g, '\n');

/** Reads a file of any size part by part, around the position on screen. */
export function useWindows(path: string, view: RefObject<TextWindowHandle | null>) {
  const parts = useRef<readonly PartOfFile[]>([]);
  const activeRead = useRef<AbortController>(undefined);
  const [held, setHeld] = useState<HeldWindow>();
  const [fault, setFault] = useState<Fault>();
  const encoding = useRef<TextEncoding>(undefined);

  const read = useCallback(
    async (offset: number, bytes: number): Promise<Window | undefined> => {
      activeRead.current?.abort();
      const stop = new AbortController();
      activeRead.current = stop;
      const body = { path, offset, bytes, ...(encoding.current && { encoding: encoding.current }) };
      try {
        const part = await call(readWindow, { body }, { quiet: true, signal: stop.signal });
        setFault(undefined);
        // Reads this part in the encoding of the first one, because detection could choose another.
        encoding.current = part.encoding;
        return part;
      } catch (error) {
        if (!stop.signal.aborted) setFault(toFault(error));
        return undefined;
      } finally {
        if (activeRead.current === stop) activeRead.current = undefined;
      }
    },
    [path],
  );

  const hold = useCallback((next: readonly PartOfFile[], { size, encoding: found }: Window) => {
    parts.current = next;
    setHeld({ size, encoding: found, from: next[0]?.from ?? 0, to: next.at(-1)?.to ?? 0 });
  }, []);

  const jump = useCallback(
    async (offset: number) => {
      const part = await read(offset, PART_BYTES);
      if (!part) return;
      const content = withSingleLineEnds(part.content);
      view.current?.show(content, offset < 0 ? 'end' : 'start');
      hold([{ from: part.from, to: part.to, length: content.length }], part);
    },
    [read, hold, view],
  );

  const more = useCallback(
    async (end: End) => {
      const adjacent = activeRead.current ? undefined : nextWindow(parts.current, end, held?.size ?? 0);
      const part = adjacent && (await read(adjacent.offset, adjacent.bytes));
      if (!part || !joins(parts.current, end, part)) return;
      const content = withSingleLineEnds(part.content);
      const added = { from: part.from, to: part.to, length: content.length };
      const all = end === 'end' ? [...parts.current, added] : [added, ...parts.current];
      const dropped = all.length > PARTS_HELD ? (end === 'end' ? all[0] : all.at(-1)) : undefined;
      view.current?.[end === 'end' ? 'append' : 'prepend'](content, dropped?.length ?? 0);
      hold(
        all.filter((one) => one !== dropped),
        part,
      );
    },
    [held?.size, hold, read, view],
  );

  useEffect(() => {
    // Waits for a frame, so that the view exists before the first part arrives.
    const first = requestAnimationFrame(() => void jump(0));
    return () => {
      cancelAnimationFrame(first);
      activeRead.current?.abort();
    };
  }, [jump]);

  return {
    held,
    fault,
    jump,
    more,
    reopen: (wanted: TextEncoding) => {
      encoding.current = wanted;
      void jump(parts.current[0]?.from ?? 0);
    },
  };
}
