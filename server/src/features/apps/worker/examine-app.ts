import type { AppFinding } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import { fetchPage, type FetchedPage } from '#system/edge/fetch-page';
import { addressPath } from '../address-path';
import type { StoredApp } from '../app-store';
import { writablePaths } from './host-facts';
import type { AppTools } from './tools';

/** Enough to see that a page answers. */
const PAGE_BYTES = 256 * 1024;
/** Longest address in an answer that is shown. */
const LOCATION_MAX = 200;

/** Statuses of a page that can't be used. */
const CLOSED: ReadonlySet<number> = new Set([403, 404, 410]);

/** A page of the site. */
interface Visited {
  readonly url: URL;
  /** Undefined: no complete answer came in time. */
  readonly page: FetchedPage | undefined;
}

/** Where a page sends its visitors; undefined: nowhere else, or to no address. */
function targetOf({ url, page }: Visited): URL | undefined {
  const isRedirect = page !== undefined && page.status >= 300 && page.status < 400;
  const location = isRedirect ? page.location : undefined;
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

function detailOf(visited: Visited): string | null {
  const { page } = visited;
  if (!page) return null;
  const target = targetOf(visited);
  return target
    ? `HTTP ${page.status} → ${(target.pathname + target.search).slice(0, LOCATION_MAX)}`
    : `HTTP ${page.status}`;
}

interface Pages {
  /** Address paths of the installer's pages. */
  readonly installer: ReadonlySet<string>;
}

/** An app that is not set up yet sends its visitors to its installer. */
function isOpen(visited: Visited, { installer }: Pages): boolean {
  const target = targetOf(visited);
  return (
    visited.page !== undefined && visited.page.status < 400 && !(target && installer.has(target.pathname))
  );
}

/** A redirect closes a page only if it leads away from the installer. */
function isClosed(visited: Visited, { installer }: Pages): boolean {
  const target = targetOf(visited);
  if (target) return !installer.has(target.pathname);
  return visited.page !== undefined && CLOSED.has(visited.page.status);
}

type PageCheck = Exclude<AppFinding['check'], 'writable'>;

async function examinePages(tools: AppTools, host: HostFacts, app: StoredApp): Promise<AppFinding[]> {
  const { signIn, installer } = app.entry;
  const base = `${tools.addressOf(host)}${addressPath(app.folder)}`;
  const urlOf = (path: string) => new URL(`${base}${path}`);
  const checks: readonly (readonly [PageCheck, URL])[] = [
    ['address', urlOf('/')],
    ...(signIn === undefined ? [] : [['sign-in', urlOf(signIn)] as const]),
    ...installer.map((path) => ['installer', urlOf(path)] as const),
  ];
  const pages: Pages = { installer: new Set(installer.map((path) => urlOf(path).pathname)) };
  const signal = AbortSignal.timeout(tools.limits.examinationMs);
  const request = { method: 'GET', encoding: 'identity', signal, bytesMax: PAGE_BYTES } as const;
  return Promise.all(
    checks.map(async ([check, url]): Promise<AppFinding> => {
      const visited = { url, page: await fetchPage(tools.sites, url, request).catch(() => undefined) };
      const isGood = check === 'installer' ? isClosed(visited, pages) : isOpen(visited, pages);
      return {
        ...{ check, path: url.pathname + url.search },
        ...{ is: isGood ? 'ok' : 'failed', detail: detailOf(visited) },
      };
    }),
  );
}

async function examineFolders(tools: AppTools, host: HostFacts, app: StoredApp): Promise<AppFinding[]> {
  const { folder } = app;
  const paths = app.entry.writable;
  const writable = await writablePaths(tools, host, { folder, paths });
  return paths.map((path) => ({
    ...{ check: 'writable', path: path === '.' ? folder : `${folder}/${path}` },
    ...{ is: writable.has(path) ? 'ok' : 'failed', detail: null },
  }));
}

/** Requests an installed app as a visitor would, and tries what its pages write to. Changes nothing. */
export async function examine(tools: AppTools, host: HostFacts, app: StoredApp): Promise<AppFinding[]> {
  const [pages, folders] = await Promise.all([
    examinePages(tools, host, app),
    examineFolders(tools, host, app),
  ]);
  return [...pages, ...folders];
}
