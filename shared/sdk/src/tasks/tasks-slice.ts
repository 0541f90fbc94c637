import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Task } from '@sitedeck/contract';

/** Waiting and running tasks of the host and the newest finished ones, newest first, as last polled. */
export interface TasksState {
  readonly list: readonly Task[];
}

const none: TasksState = { list: [] };

const slice = createSlice({
  name: 'tasks',
  initialState: none,
  reducers: {
    tasksArrived: (_state, action: PayloadAction<readonly Task[]>): TasksState => ({ list: action.payload }),
  },
});

export const { tasksArrived } = slice.actions;
export const tasksReducer = slice.reducer as (
  state: TasksState | undefined,
  action: { type: string },
) => TasksState;
