import type { ImplementedTask } from '#queue/worker/run-task';
import { implementEmpty } from './empty-task';
import { implementExport, type ExportParts } from './export-task';
import { implementImport, type ImportParts } from './import-task';
import { implementReplaceUrl } from './replace-url-task';

export interface DatabaseTaskParts extends ImportParts, ExportParts {}

/** The database tasks that the worker runs. */
export const databaseTasks = (parts: DatabaseTaskParts): readonly ImplementedTask[] => [
  implementImport(parts),
  implementEmpty(parts),
  implementReplaceUrl(parts),
  implementExport(parts),
];
