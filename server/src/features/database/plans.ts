import { z } from 'zod';
import { exportDatabase, importDatabase, replaceUrl, SitePath } from '@sitedeck/contract';
import type { KindDescription } from '#queue/kind';

interface TaskPlan<Payload> {
  readonly type: KindDescription['type'];
  readonly payload: z.ZodType<Payload>;
  readonly plan: (payload: Payload) => readonly string[];
}

const { charset, mode } = importDatabase.body.shape;
const { tables, format } = exportDatabase.body.shape;

/** Where an import comes from: a file of the host, or the copy that was taken before a task. */
export const ImportPayload = z.union([
  z.object({ objectName: SitePath, charset, mode }),
  z.object({ undoes: z.number().int().positive() }),
]);
export type ImportPayload = z.infer<typeof ImportPayload>;

/** `targetPath` is what a task's row shows of it. */
export const ExportPayload = z.object({ tables, format, targetPath: SitePath });
export type ExportPayload = z.infer<typeof ExportPayload>;

export const EmptyPayload = z.object({});
export const ReplacePayload = replaceUrl.body;
export type ReplacePayload = z.infer<typeof ReplacePayload>;

/** What the API enqueues, and the worker runs. */
export const PLANS = {
  import: { type: 'DB_IMPORT', payload: ImportPayload, plan: () => ['safety', 'load'] },
  export: { type: 'DB_EXPORT', payload: ExportPayload, plan: () => ['dump'] },
  empty: { type: 'DB_EMPTY', payload: EmptyPayload, plan: () => ['safety', 'empty'] },
  replace: { type: 'DB_REPLACE', payload: ReplacePayload, plan: () => ['safety', 'replace'] },
} as const satisfies Record<string, TaskPlan<never> | TaskPlan<unknown>>;

export const planned = ({ type, payload, plan }: (typeof PLANS)[keyof typeof PLANS]): KindDescription => ({
  type,
  planOf: (given) => {
    payload.parse(given);
    return plan();
  },
});
