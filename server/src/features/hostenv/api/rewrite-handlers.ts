import type { consoleCalls, HostCode, RuleInForce, RuleProblem, RuleTest } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import type { SiteSettings } from '#sites/config/save-site-config';
import { checkRule, problemOf, withRule } from '#sites/config/settings/rewrite';
import type { NodeWork } from '#sites/api/node-work';
import type { Db } from '#state/db';
import { readSnippet } from '#system/nginx/snippet/read';
import { isRefusal } from '#faults/refusal';
import { makeFairQueue } from '#system/concurrency/queue';
import { changeFor } from './change-settings';
import type { RequestModel } from './suggest/model';
import { templates } from './templates';
import { makeRuleStore, type NewRule } from './rule-store';
import { suggestRules } from './suggest/suggest-rules';

type Calls = Pick<
  typeof consoleCalls,
  | 'listRewrites'
  | 'listRewriteTemplates'
  | 'saveRewrite'
  | 'deleteRewrite'
  | 'setRewrite'
  | 'resetRewrite'
  | 'checkRewrite'
  | 'testRewrite'
  | 'suggestRewrite'
>;

/** A model is slow, and the operator pays for each request. */
const SUGGESTIONS_AT_ONCE = 4;
const SUGGESTIONS_OF_HOST = 2;

/** A test of an address; `content` undefined: tests the rules in force. */
export interface RuleTestRequest {
  readonly hostCode: HostCode;
  readonly url: string;
  readonly content?: string | undefined;
}

export interface RewriteParts {
  readonly db: Db;
  readonly settings: SiteSettings;
  readonly work: Pick<NodeWork, 'checkSite'>;
  /** Tests an address with these rules in a separate nginx. Refuses with `config-refused`. */
  readonly testRule: (question: RuleTestRequest) => Promise<RuleTest>;
  /** Suggests rules; undefined if the operator has configured no model. */
  readonly model?: RequestModel | undefined;
}

/** Turns nginx's refusal into a problem at the line that it names. */
function engineProblem(error: unknown): RuleProblem {
  if (!isRefusal(error) || error.reason !== 'config-refused') throw error;
  const { detail, line } = error.detail.values ?? {};
  const message = typeof detail === 'string' ? detail : error.message;
  return { line: typeof line === 'number' ? line : 1, column: 1, message };
}

export function rewriteHandlers(parts: RewriteParts): Handlers<Calls> {
  const { db, settings, work } = parts;
  const rules = makeRuleStore(db);
  const change = changeFor(settings);
  const suggested = makeFairQueue(SUGGESTIONS_AT_ONCE, SUGGESTIONS_OF_HOST);

  /** Has the allow-list and nginx check rules before they are stored. */
  const tryRule = async (hostCode: HostCode, rule: NewRule): Promise<void> => {
    checkRule(rule.content);
    const { document } = await settings.read(hostCode);
    await work.checkSite(hostCode, withRule(document, { ...rule, id: null }));
  };
  const put = (rule: RuleInForce, request: Parameters<typeof change>[0], context: OwnerContext) =>
    change(request, context, (document) => withRule(document, rule));

  return {
    listRewrites: async (_request, { scope }) => {
      const kept = await rules.list(scope.hostCode);
      const { document, version } = await settings.read(scope.hostCode);
      const shown = kept.map((rule) => ({ ...rule, changedAt: rule.changedAt.toISOString() }));
      const { rewrite } = document;
      const isKept = kept.some(({ id }) => id === rewrite?.id);
      return { rules: shown, inForce: rewrite && { ...rewrite, id: isKept ? rewrite.id : null }, version };
    },
    listRewriteTemplates: (_request, { locale }) => ({
      templates: templates.map(({ id, name, note, content, urls }) => ({
        id,
        name: name[locale],
        note: note[locale],
        content,
        urls: urls.map(({ url }) => url),
      })),
    }),
    saveRewrite: async ({ body, query }, context) => {
      const { hostCode } = context.scope;
      context.note(body.name);
      if (body.id !== undefined) await rules.get(hostCode, body.id);
      await tryRule(hostCode, body);
      const { document, version } = await settings.read(hostCode);
      const isInForce = body.id !== undefined && document.rewrite?.id === body.id;
      // Put in force before storing: if nginx refuses now, the stored rules still equal those in force.
      const saved = isInForce
        ? await put({ ...body, id: body.id ?? null }, { action: 'saveRewrite', query }, context)
        : { version };
      return { id: await rules.save(hostCode, body), ...saved };
    },
    deleteRewrite: async ({ params }, { scope, note }) => {
      const rule = await rules.get(scope.hostCode, params.id);
      note(rule.name, { before: { content: rule.content } });
      await rules.remove(scope.hostCode, params.id);
      const { version } = await settings.read(scope.hostCode);
      return { version };
    },
    setRewrite: async ({ params, query }, context) => {
      const rule = await rules.get(context.scope.hostCode, params.id);
      const { id, name, content } = rule;
      return put({ id, name, content }, { action: 'setRewrite', query }, context);
    },
    resetRewrite: ({ query }, context) =>
      change({ action: 'resetRewrite', query }, context, (document) => withRule(document, null)),
    checkRewrite: async ({ body }, { scope, locale }) => {
      const reading = readSnippet(body.content);
      if (reading.is === 'refused')
        return { problems: reading.faults.map((fault) => problemOf(fault, locale)), ownRoot: false };
      const { document } = await settings.read(scope.hostCode);
      const rule = { id: null, name: 'draft', content: body.content };
      const problems = await work.checkSite(scope.hostCode, withRule(document, rule)).then(
        () => [],
        (error: unknown) => [engineProblem(error)],
      );
      return { problems, ownRoot: reading.snippet.mergedRoot };
    },
    testRewrite: ({ body }, { scope }) => {
      if (body.content !== undefined) checkRule(body.content);
      return parts.testRule({ hostCode: scope.hostCode, ...body });
    },
    suggestRewrite: ({ body }, { scope, locale }) =>
      suggested(scope.hostCode, () => suggestRules({ text: body.text, locale, model: parts.model })),
  };
}
