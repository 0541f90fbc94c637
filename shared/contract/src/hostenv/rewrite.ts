import { z } from 'zod';
import { defineCall } from '../call/call';
import { READS_SETTINGS, Saved, CHANGES_SETTINGS } from './call';
import { RULE_MAX_BYTES, RULE_NAME_MAX } from './site-config';

const RULE = '/api/vhost/config/rewrite';
const Content = z.string().max(RULE_MAX_BYTES);
const RuleId = z.object({ id: z.coerce.number().int().positive() });

export const listRewrites = defineCall({
  ...READS_SETTINGS,
  path: `${RULE}/list`,
  summary: 'Saved rewrite rules and the active one',
  reply: z.object({
    rules: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        content: z.string(),
        /** ISO 8601, UTC. */
        changedAt: z.string(),
      }),
    ),
    /**
     * The active rules. `id` is null if they come from no saved rule; `content` is what runs, even if the rule was
     * edited later.
     */
    inForce: z.object({ id: z.number().int().nullable(), name: z.string(), content: z.string() }).nullable(),
    version: z.number().int(),
  }),
});

export const listRewriteTemplates = defineCall({
  ...READS_SETTINGS,
  path: `${RULE}/templates`,
  summary: 'Rewrite templates for common applications',
  reply: z.object({
    templates: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        note: z.string(),
        content: z.string(),
        urls: z.array(z.string()),
      }),
    ),
  }),
});

export const saveRewrite = defineCall({
  ...CHANGES_SETTINGS,
  path: `${RULE}/save`,
  summary:
    'Save a rewrite rule under a name, or change the one with the given id. An active rule takes effect again',
  body: z.object({
    id: z.number().int().positive().optional(),
    name: z.string().min(1).max(RULE_NAME_MAX),
    content: Content,
  }),
  reply: Saved.extend({ id: z.number().int() }),
});

export const deleteRewrite = defineCall({
  ...CHANGES_SETTINGS,
  path: `${RULE}/delete/{id}`,
  summary: 'Delete a saved rule; an active one stays active',
  params: RuleId,
});

export const setRewrite = defineCall({
  ...CHANGES_SETTINGS,
  path: `${RULE}/set/{id}`,
  summary: 'Activate a saved rewrite rule',
  params: RuleId,
});

export const resetRewrite = defineCall({
  ...CHANGES_SETTINGS,
  path: `${RULE}/reset`,
  summary: 'Turn off rewrite rules; saved ones are kept',
});

/** Lines and columns count from 1. */
export const RuleProblem = z.object({
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
  /** An edit that mends it: `text` replaces `length` UTF-16 units at the position. */
  fix: z.object({ title: z.string(), length: z.number().int(), text: z.string() }).optional(),
});
export type RuleProblem = z.infer<typeof RuleProblem>;

export const checkRewrite = defineCall({
  ...READS_SETTINGS,
  path: `${RULE}/check`,
  summary: 'Check rules against the allow-list and the engine, without saving them',
  body: z.object({ content: Content }),
  reply: z.object({
    problems: z.array(RuleProblem),
    /** The rule contains a `location /`, which replaces the server's own. */
    ownRoot: z.boolean(),
  }),
});

export const RULE_STEPS = ['rewrite', 'location', 'if', 'return'] as const;
export const RuleOutcome = z.discriminatedUnion('is', [
  z.object({ is: z.literal('file'), path: z.string(), status: z.number().int() }),
  z.object({ is: z.literal('script'), path: z.string(), query: z.string() }),
  z.object({ is: z.literal('redirect'), status: z.number().int(), location: z.string() }),
  z.object({ is: z.enum(['refused', 'missing', 'answer', 'failed']), status: z.number().int() }),
]);
export type RuleOutcome = z.infer<typeof RuleOutcome>;

export const RuleTest = z.object({
  steps: z.array(
    z.object({
      line: z.number().int(),
      kind: z.enum(RULE_STEPS),
      /** The statement as the rule has it. */
      text: z.string(),
      matched: z.boolean(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
  ),
  /** The line that decided; null if no rule did. */
  matchedLine: z.number().int().nullable(),
  outcome: RuleOutcome,
});
export type RuleTest = z.infer<typeof RuleTest>;

export const testRewrite = defineCall({
  ...READS_SETTINGS,
  path: `${RULE}/test`,
  summary: 'Test a URL against the active rules or a draft, without a request to the site',
  body: z.object({
    /** `/news/12?x=1`, or a complete address of one of the site's domains. */
    url: z.string().min(1).max(2048),
    /** A draft; by default the active rules. */
    content: Content.optional(),
  }),
  reply: RuleTest,
});

export const suggestRewrite = defineCall({
  ...READS_SETTINGS,
  path: '/api/ai/suggestion/location/config',
  summary: 'Convert an .htaccess file or a description into rules, without activating them',
  body: z.object({ text: z.string().min(1).max(RULE_MAX_BYTES) }),
  reply: z.object({
    content: z.string(),
    notConverted: z.array(z.object({ line: z.number().int(), text: z.string(), reason: z.string() })),
    by: z.enum(['converter', 'template', 'model']),
    /** Why a configured model did not write this suggestion. */
    note: z.string().optional(),
  }),
});
