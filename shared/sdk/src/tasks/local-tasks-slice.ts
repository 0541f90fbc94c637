import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { TaskProgress, TaskStatus } from '@sitedeck/contract';

/** Kinds of tasks that this page runs itself. */
export type LocalTaskKind = 'upload' | 'compress' | 'decompress';

export interface FailedFile {
  readonly path: string;
  readonly message: string;
}

/** A temporary task of this page, lost when the page closes. Times in ms since 1970. */
export interface LocalTask {
  readonly id: string;
  readonly kind: LocalTaskKind;
  /** Label for the user: a file name, or a number of files. */
  readonly label: string;
  readonly status: TaskStatus;
  readonly progress: TaskProgress;
  readonly failed: readonly FailedFile[];
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Cancelled but still cleaning up. */
  readonly stopping: boolean;
}

type Change = Pick<LocalTask, 'id'> & Partial<LocalTask>;
const none: readonly LocalTask[] = [];

const slice = createSlice({
  name: 'localTasks',
  initialState: none,
  reducers: {
    localTaskStarted: (state, action: PayloadAction<LocalTask>) => [action.payload, ...state],
    localTaskChanged: (state, { payload }: PayloadAction<Change>) =>
      state.map((task) => (task.id === payload.id ? { ...task, ...payload } : task)),
    localTaskDropped: (state, action: PayloadAction<string>) =>
      state.filter(({ id }) => id !== action.payload),
  },
});

export const { localTaskStarted, localTaskChanged, localTaskDropped } = slice.actions;
export const localTasksReducer = slice.reducer;
