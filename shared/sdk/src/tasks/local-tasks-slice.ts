import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isOpen, type TaskProgress, type TaskStatus } from '@sitedeck/contract';

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
  /** The server's task that does the work, once it has begun: its record shows the progress. */
  readonly taskId?: number;
  readonly failed: readonly FailedFile[];
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Cancelled but still cleaning up. */
  readonly stopping: boolean;
}

/** Whether the page itself does the work now, so that it ends with the page; the server's tasks go on without it. */
export const needsPage = ({ status, taskId }: LocalTask): boolean => isOpen(status) && taskId === undefined;

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
