import { createContext, useContext } from 'react';

/** Task entry, floating indicator and lock bar open the same list of task messages. */
export interface TaskPanelState {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

export const TaskPanelContext = createContext<TaskPanelState>({ open: false, setOpen: () => undefined });
export const useTaskPanel = (): TaskPanelState => useContext(TaskPanelContext);
