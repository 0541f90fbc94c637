import type { RuleInForce } from '@sitedeck/contract';
import { conf, Conf, NOTHING, UnsafeValue } from '../conf';
import { LONGEST_TEXT } from '../snippet/pattern';
import { readSnippet } from '../snippet/read';
import { renderSnippet, type RenderedSnippet, type RenderOptions } from './render-rules';

/** A site's rules around the server's own locations, in the order that `RenderedSnippet` asks for. */
export interface RewriteConf {
  /** Comes before everything that a rule could put into a header. */
  readonly guard: Conf;
  readonly early: Conf;
  readonly rules: Conf;
  /** The rules set default documents, which replace the site's. */
  readonly hasIndex: boolean;
  /** The server's `location /`, unless the rules contain one. */
  readonly root: Conf;
  readonly lineOf: RenderedSnippet['lineOf'];
}

/**
 * A decoded path with control characters would break a header that contains a rule's capture. A long path
 * would make hundreds of cheap expressions expensive.
 */
const guard = conf`if ($uri ~ "[\x00-\x1f\x7f]") { return 400; }
  ${new Conf(`if ($uri ~ "^.{${LONGEST_TEXT + 1}}") { return 414; }`)}`;

/** The last item of `try_files`: the target of an address without a file. */
export type LastTry = '=404' | '@routes';
const rootConf = (last: LastTry): Conf => new Conf(`location / { try_files $uri $uri/ ${last}; }`);

const WITHOUT_RULES = {
  guard: NOTHING,
  early: NOTHING,
  rules: NOTHING,
  hasIndex: false,
  lineOf: () => undefined,
} satisfies Omit<RewriteConf, 'root'>;

interface RewriteOptions extends RenderOptions {
  readonly last?: LastTry;
}

/** Throws `UnsafeValue` for forbidden rules, even if they are already stored. */
export function rewriteConf(
  rule: RuleInForce | null,
  { last = '=404', ...options }: RewriteOptions,
): RewriteConf {
  const root = rootConf(last);
  if (!rule) return { ...WITHOUT_RULES, root };
  const reading = readSnippet(rule.content);
  if (reading.is === 'refused') {
    const [first] = reading.faults;
    throw new UnsafeValue(`rules, line ${first?.line ?? 0}: ${first?.reason ?? 'refused'}`);
  }
  const { early, rules, lineOf } = renderSnippet(reading.snippet, options);
  const hasIndex = reading.snippet.statements.some(({ name }) => name === 'index');
  return { guard, early, rules, hasIndex, root: reading.snippet.mergedRoot ? NOTHING : root, lineOf };
}
