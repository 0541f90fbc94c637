import { searchFiles, type Fault, type SearchEvent } from '@sitedeck/contract';
import { serverNow, toFault } from '@sitedeck/sdk';
import { streamCall } from '@sitedeck/sdk/streams';
import { useEffect, useRef, useState } from 'react';
import { bodyOf, searchesText, type SearchRequest } from './search-request';

/**
 * Results are rendered together at this interval, ms, because the server finds them faster than a page
 * renders.
 */
const DRAW_MS = 150;

export type FoundFile = Extract<SearchEvent, { is: 'found' }>;
type End = Extract<SearchEvent, { is: 'end' }>;
type Progress = Extract<SearchEvent, { is: 'progress' }>;

/** What has been found so far. */
export interface SearchFindings {
  readonly request: SearchRequest;
  readonly files: readonly FoundFile[];
  /** Text matches; 0 when the search is for entries. */
  readonly matches: number;
}

export type Search =
  | { readonly is: 'idle' }
  | (SearchFindings & { readonly is: 'running'; readonly progress: Progress | undefined })
  | (SearchFindings & { readonly is: 'ended'; readonly end: End })
  | (SearchFindings & { readonly is: 'stopped' })
  | (SearchFindings & { readonly is: 'failed'; readonly fault: Fault });

const countOf = (files: readonly FoundFile[]): number =>
  files.reduce(
    (sum, { matches = [] }) => sum + matches.reduce((inner, { ranges }) => inner + ranges.length, 0),
    0,
  );

/** Sorts a search by time newest first, once it is complete. */
const inOrder = ({ request, ...rest }: SearchFindings): SearchFindings => ({
  request,
  ...rest,
  files:
    request.hours > 0 && !searchesText(request)
      ? [...rest.files].sort((one, other) => other.entry.mtime - one.entry.mtime)
      : rest.files,
});

interface Running {
  readonly stop: AbortController;
  found: SearchFindings;
}

/** Runs one search at a time. A new one, or leaving the page, stops the previous one on the server. */
export function useSearch() {
  const [search, setSearch] = useState<Search>({ is: 'idle' });
  const running = useRef<Running>(undefined);
  useEffect(() => () => running.current?.stop.abort(), []);

  const run = async (request: SearchRequest) => {
    running.current?.stop.abort();
    const mine: Running = { stop: new AbortController(), found: { request, files: [], matches: 0 } };
    running.current = mine;
    setSearch({ is: 'running', ...mine.found, progress: undefined });
    const last = await listen(mine, setSearch);
    if (running.current === mine && !mine.stop.signal.aborted) setSearch(last);
  };
  const halt = () => {
    const { current } = running;
    if (!current) return;
    current.stop.abort();
    setSearch({ is: 'stopped', ...inOrder(current.found) });
  };
  return { search, run: (request: SearchRequest) => void run(request), halt };
}

/** Renders results until the search has ended. @returns how it ended */
async function listen(mine: Running, draw: (search: Search) => void): Promise<Search> {
  const { signal } = mine.stop;
  let progress: Progress | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drawSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!signal.aborted) draw({ is: 'running', ...mine.found, progress });
    }, DRAW_MS);
  };
  try {
    const body = bodyOf(mine.found.request, serverNow());
    for await (const events of streamCall(searchFiles, { body }, { signal, quiet: true })) {
      const files = events.filter((event) => event.is === 'found');
      const { found } = mine;
      if (files.length > 0)
        mine.found = {
          ...found,
          files: [...found.files, ...files],
          matches: found.matches + countOf(files),
        };
      progress = events.findLast((event) => event.is === 'progress') ?? progress;
      const end = events.find((event) => event.is === 'end');
      if (end) return { is: 'ended', ...inOrder(mine.found), end };
      drawSoon();
    }
    return { is: 'stopped', ...inOrder(mine.found) };
  } catch (error) {
    return { is: 'failed', ...inOrder(mine.found), fault: toFault(error) };
  } finally {
    clearTimeout(timer);
  }
}
