import type { RuleInForce } from '@sitedeck/contract';
import { conf, Conf, NOTHING, UnsafeValue } from '../conf';
import { LONGEST_TEXT } from '../snippet/pattern';
import { readSnippet } from '../snippet/read';
import { renderSnippet, type RenderedSnippet, type RenderMode } from './render-rules';

/** A site's rules around the server's own locations, in the order that `RenderedSnippet` asks for. */
export interface RewriteConf {
  /** Before everything that a rule could put into a header. */
  readonly guard: Conf;
  readonly early: Conf;
  readonly rules: Conf;
  /** The rules bring default documents of their own, which take the place of the site's. */
  readonly hasIndex: boolean;
  /** The server's `location /`, unless the rules bring one. */
  readonly root: Conf;
  readonly lineOf: RenderedSnippet['lineOf'];
}

/**
 * A decoded path with control characters would break the header that a rule's capture stands in; a long one would make
 * hundreds of cheap expressions dear.
 */
const guard = conf`if ($uri ~ "[\x00-\x1f\x7f]") { return 400; }
  ${new Conf(`if ($uri ~ "^.{${LONGEST_TEXT + 1}}") { return 414; }`)}`;

/** Where an address without a file leads to. */
export type LastTry = '=404' | '@routes';
const rootConf = (last: LastTry): Conf => new Conf(`location / { try_files $uri $uri/ ${last}; }`);

const WITHOUT_RULES = {
  guard: NOTHING,
  early: NOTHING,
  rules: NOTHING,
  hasIndex: false,
  lineOf: () => undefined,
} satisfies Omit<RewriteConf, 'root'>;

/** Throws `UnsafeValue` for rules that are not allowed, however they came to be stored. */
export function rewriteConf(rule: RuleInForce | null, mode: RenderMode, last: LastTry = '=404'): RewriteConf {
  const root = rootConf(last);
  if (!rule) return { ...WITHOUT_RULES, root };
  const reading = readSnippet(rule.content);
  if (reading.is === 'refused') {
    const [first] = reading.faults;
    throw new UnsafeValue(`rules, line ${first?.line ?? 0}: ${first?.reason ?? 'refused'}`);
  }
  const { early, rules, lineOf } = renderSnippet(reading.snippet, mode);
  const hasIndex = reading.snippet.statements.some(({ name }) => name === 'index');
  return { guard, early, rules, hasIndex, root: reading.snippet.mergedRoot ? NOTHING : root, lineOf };
}
