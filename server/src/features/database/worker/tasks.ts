import type { ImplementedTask } from '#queue/task-kind';
import { runEmpty } from './empty-task';
import { runExport, type ExportParts } from './export-task';
import { runImport, type ImportParts } from './import-task';
import { runReplaceUrl } from './replace-url-task';

export interface DatabaseTaskParts extends ImportParts, ExportParts {}

/** The database tasks that the worker runs. */
export const databaseTasks = (parts: DatabaseTaskParts): readonly ImplementedTask[] => [
  runImport(parts),
  runEmpty(parts),
  runReplaceUrl(parts),
  runExport(parts),
];
