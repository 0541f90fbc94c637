import { z } from 'zod';
import { exportDatabase, importDatabase, replaceUrl, SafetyCopy, SitePath } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

const { charset, mode } = importDatabase.body.shape;
const { tables, format } = exportDatabase.body.shape;

/** The source of an import: a file of the host, or the safety copy of an earlier task. */
export const ImportPayload = z.union([
  z.object({ objectName: SitePath, charset, mode }),
  z.object({
    undoes: z.number().int().positive(),
    /** The kind of the undone task; lists derive this task's name from it. Absent in rows of earlier versions. */
    undoneType: SafetyCopy.shape.taskType.optional(),
    /** What is undone is an undo itself. */
    redo: z.literal(true).optional(),
  }),
]);
export type ImportPayload = z.infer<typeof ImportPayload>;

/** The task's row shows `targetPath`. */
export const ExportPayload = z.object({ tables, format, targetPath: SitePath });
export type ExportPayload = z.infer<typeof ExportPayload>;

export const importTask = describeTask({
  type: 'DB_IMPORT',
  payload: ImportPayload,
  steps: () => ['safety', 'load'],
  // A dump that adds to existing rows would add them twice.
  resumes: false,
});

export const exportTask = describeTask({
  type: 'DB_EXPORT',
  payload: ExportPayload,
  steps: () => ['dump'],
  resumes: false,
});

export const emptyTask = describeTask({
  type: 'DB_EMPTY',
  payload: z.object({}),
  steps: () => ['safety', 'empty'],
  resumes: true,
});

export const replaceTask = describeTask({
  type: 'DB_REPLACE',
  payload: replaceUrl.body,
  steps: () => ['safety', 'replace'],
  // The replacement may contain the searched text, so a repetition could replace it again.
  resumes: false,
});
