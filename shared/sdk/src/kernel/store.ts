import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import type { SdkApi } from '../api/sdk-api';
import { hostReducer } from '../host/host-slice';
import { settingsReducer } from '../settings/settings-slice';
import { localTasksReducer } from '../tasks/local-tasks-slice';
import { tasksReducer } from '../tasks/tasks-slice';

/** The checks of the development build warn of their own slowness, which on a busy machine says nothing, ms. */
const CHECK = { warnAfter: 2000 };

/** The one store of a page. RTK Query joins it when a view needs it, not for the first paint. */
export function makeStore() {
  const reducer = combineSlices({
    host: hostReducer,
    tasks: tasksReducer,
    localTasks: localTasksReducer,
    settings: settingsReducer,
  });
  const apiMiddleware = createDynamicMiddleware();
  const store = configureStore({
    reducer,
    middleware: (standard) =>
      standard({ immutableCheck: CHECK, serializableCheck: CHECK }).concat(apiMiddleware.middleware),
  });

  function attachApi(api: SdkApi): void {
    reducer.inject({ reducerPath: api.reducerPath, reducer: api.reducer });
    apiMiddleware.addMiddleware(api.middleware);
    // An injected reducer has its part of the state only after the next action.
    store.dispatch({ type: 'sdk/apiAttached' });
  }

  return { store, attachApi };
}

export type SdkStore = ReturnType<typeof makeStore>['store'];
export type SdkState = ReturnType<SdkStore['getState']>;
