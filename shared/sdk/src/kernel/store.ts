import { configureStore } from '@reduxjs/toolkit';
import type { SdkApi } from '../api/sdk-api';
import { hostReducer } from '../host/host-slice';
import { settingsReducer } from '../settings/settings-slice';
import { localTasksReducer } from '../tasks/local-tasks-slice';
import { tasksReducer } from '../tasks/tasks-slice';

export function makeStore(api: SdkApi) {
  return configureStore({
    reducer: {
      host: hostReducer,
      tasks: tasksReducer,
      localTasks: localTasksReducer,
      settings: settingsReducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (standard) => standard().concat(api.middleware),
  });
}

export type SdkStore = ReturnType<typeof makeStore>;
export type SdkState = ReturnType<SdkStore['getState']>;
