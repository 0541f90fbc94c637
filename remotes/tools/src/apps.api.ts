import {
  checkApp,
  examineApp,
  installApp,
  listCatalogue,
  listInstalledApps,
  queryTaskPage,
  stopTask,
  undoAppChange,
  updateApp,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

const APPS = 'apps';

/** Calls of dialogs are quiet (`quietEndpoint`): the dialog shows the refusal. The shell announces others. */
export const appsApi = api.enhanceEndpoints({ addTagTypes: [APPS] }).injectEndpoints({
  endpoints: (build) => ({
    listCatalogue: build.query({ ...quietEndpoint(listCatalogue), providesTags: [APPS] }),
    listInstalledApps: build.query({ ...quietEndpoint(listInstalledApps), providesTags: [APPS] }),
    listAppChanges: build.query({ ...quietEndpoint(queryTaskPage), providesTags: [APPS] }),
    /** Lets the server read the catalogue again. */
    readCatalogue: build.mutation({ ...announcedEndpoint(listCatalogue), invalidatesTags: [APPS] }),
    // What it finds changes with every file of the host.
    checkApp: build.query({ ...quietEndpoint(checkApp), keepUnusedDataFor: 0 }),
    examineApp: build.query({ ...quietEndpoint(examineApp), keepUnusedDataFor: 0 }),
    installApp: build.mutation(quietEndpoint(installApp)),
    updateApp: build.mutation(quietEndpoint(updateApp)),
    undoAppChange: build.mutation(announcedEndpoint(undoAppChange)),
    stopAppTask: build.mutation(announcedEndpoint(stopTask)),
  }),
});

/** Reads catalogue, installed apps and changes again: tasks change them. */
export function refetchApps(): void {
  kernel().store.dispatch(appsApi.util.invalidateTags([APPS]));
}
