import { SEARCH_FOUND_MAX } from '@sitedeck/contract';
import { Button, EmptyState, FaultNotice, Skeleton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { searchesText } from './search-request';
import { searchTexts } from './search-texts';
import type { Search } from './use-search';

interface Props {
  readonly search: Search;
  readonly folder: string;
  readonly onRetry: () => void;
}

/** A retry fails again until the pattern is changed. */
const WRONG_PATTERN = 'bad-pattern';

/** Progress and result of a search, with what was skipped and why. */
export function SearchState({ search, folder, onRetry }: Props) {
  const text = useText(searchTexts);
  return (
    <>
      {search.is === 'running' && <Running search={search} />}
      {/* Always mounted: screen readers announce text added to an existing status element. */}
      <div role="status" className="fm-search-state">
        <Ended search={search} />
      </div>
      {search.is === 'failed' && (
        <FaultNotice
          what={text('failed')}
          fault={search.fault}
          actions={
            search.fault.reason !== WRONG_PATTERN && <Button onClick={onRetry}>{text('retry')}</Button>
          }
        />
      )}
      <Placeholder search={search} folder={folder} />
    </>
  );
}

function Running({ search }: { readonly search: Extract<Search, { is: 'running' }> }) {
  const text = useText(searchTexts);
  const { number } = useLocaleFormat();
  const { request, files, matches, progress } = search;
  const isInside = searchesText(request);
  const count = isInside ? matches : files.length;
  return (
    <p className="fm-search-running">
      {text(isInside ? 'running' : 'running.entries', {
        n: number(count),
        count,
        files: number(files.length),
        seen: number(progress?.files ?? 0),
        current: visibleName(progress?.current ?? request.folder),
      })}
    </p>
  );
}

function Ended({ search }: Pick<Props, 'search'>) {
  const text = useText(searchTexts);
  const { number } = useLocaleFormat();
  if (search.is === 'running') return <span className="sd-visually-hidden">{text('loading')}</span>;
  if (search.is !== 'ended' && search.is !== 'stopped') return null;
  const { request, files, matches } = search;
  const isInside = searchesText(request);
  const count = isInside ? matches : files.length;
  const end = search.is === 'ended' ? search.end : undefined;
  const key = search.is === 'stopped' ? 'stopped' : 'found';
  if (count === 0 && end) return <Skipped skipped={end.skipped} />;
  return (
    <>
      <p>
        {text(isInside ? key : `${key}.entries`, { n: number(count), count, files: number(files.length) })}
      </p>
      {end?.more && <p className="fm-search-warn">{text('capped', { n: number(SEARCH_FOUND_MAX) })}</p>}
      {end && <Skipped skipped={end.skipped} />}
    </>
  );
}

const SKIPPED = ['binary', 'large', 'unreadable'] as const;

function Skipped({ skipped }: { readonly skipped: Readonly<Record<(typeof SKIPPED)[number], number>> }) {
  const text = useText(searchTexts);
  const { number } = useLocaleFormat();
  const what = SKIPPED.filter((why) => skipped[why] > 0).map((why) =>
    text(`skipped.${why}`, { n: number(skipped[why]), count: skipped[why] }),
  );
  return what.length > 0 ? <p className="sd-hint">{text('skipped', { what: what.join(' · ') })}</p> : null;
}

function Placeholder({ search, folder }: Pick<Props, 'search' | 'folder'>) {
  const text = useText(searchTexts);
  if (search.is === 'idle') return <EmptyState text={text('idle', { folder: visibleName(folder) })} />;
  if (search.files.length > 0) return null;
  if (search.is === 'running') return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (search.is === 'failed') return null;
  return <EmptyState text={text(searchesText(search.request) ? 'empty' : 'empty.entries')} />;
}
