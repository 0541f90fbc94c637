import type { SafetyCopy } from '@sitedeck/contract';

/** The name of the task before which a copy was made. */
export const taskBefore = ({ taskType, isUndo }: SafetyCopy) =>
  isUndo ? (`undo.${taskType}` as const) : (`kind.${taskType}` as const);
