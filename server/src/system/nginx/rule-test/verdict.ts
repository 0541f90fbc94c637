import type { RequestedScript } from './fastcgi-recorder';
import type { Statement } from '../snippet/parse';
import { marksOf, type RuleStep, type TraceLine } from './trace-log';

export type RuleResult =
  /** `path` below the document root. */
  | { readonly is: 'file'; readonly path: string; readonly status: number }
  | { readonly is: 'script'; readonly path: string; readonly query: string }
  | { readonly is: 'redirect'; readonly status: number; readonly location: string }
  | { readonly is: 'refused' | 'missing' | 'answer' | 'failed'; readonly status: number };

export interface RuleTestEvidence {
  /** Decoded path of the request. */
  readonly requestedPath: string;
  readonly traced: TraceLine;
  readonly steps: readonly RuleStep[];
  readonly script: RequestedScript | undefined;
  readonly statements: readonly Statement[];
}

export function resultOf({ traced, script }: RuleTestEvidence): RuleResult {
  const { status, location, uri } = traced;
  if (script) return { is: 'script', path: script.path, query: script.query };
  if (location !== '' && status >= 300 && status < 400) return { is: 'redirect', status, location };
  if (status === 401 || status === 403) return { is: 'refused', status };
  if (status === 404 || status === 410) return { is: 'missing', status };
  if (marksOf(traced.trace).at(-1)?.kind === 'R') return { is: 'answer', status };
  if (status >= 500) return { is: 'failed', status };
  return status >= 400 ? { is: 'answer', status } : { is: 'file', path: uri, status };
}

const childLine = (location: Statement | undefined, name: string): number | undefined =>
  location?.children?.find((child) => child.name === name)?.line;

/** A folder's default document: no rule led to it. */
function isDocumentOf(folder: string, path: string): boolean {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(base) && !path.slice(base.length).includes('/');
}

/** The line that decided: a return, a refusal, a rewrite, or a try_files that reached its last item. */
export function matchedLine({
  requestedPath: requested,
  traced,
  steps,
  statements,
}: RuleTestEvidence): number | null {
  const marks = marksOf(traced.trace);
  const last = marks.at(-1);
  if (last?.kind === 'R') return last.line;
  const locations = marks
    .filter(({ kind }) => kind === 'L')
    .map(({ line }) => statements.find((found) => found.name === 'location' && found.line === line));
  const refusal = childLine(locations.at(-1), 'deny');
  if (traced.status === 403 && refusal !== undefined) return refusal;
  const rewrite = steps.findLast(({ kind, matched }) => kind === 'rewrite' && matched);
  const path = rewrite?.after?.split('?')[0] ?? requested;
  const tried = childLine(
    locations.findLast((location) => childLine(location, 'try_files') !== undefined),
    'try_files',
  );
  const moved = traced.uri !== path && !isDocumentOf(path, traced.uri);
  if (tried !== undefined && moved && traced.status !== 404) return tried;
  return rewrite?.line ?? null;
}
