import {
  createStaging,
  queryTaskPage,
  readStaging,
  removeStaging,
  resetStagingPassword,
  stopTask,
  undoStagingPush,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { announcedEndpoint, api, quietEndpoint } from '@sitedeck/sdk/query';

const STAGING = 'staging';
const changesStaging = { invalidatesTags: [STAGING] as const };

/** The page shows a refusal of quiet calls; the shell announces others. */
export const stagingApi = api.enhanceEndpoints({ addTagTypes: [STAGING] }).injectEndpoints({
  endpoints: (build) => ({
    readStaging: build.query({ ...quietEndpoint(readStaging), providesTags: [STAGING] }),
    listStagingTasks: build.query({ ...quietEndpoint(queryTaskPage), providesTags: [STAGING] }),
    createStaging: build.mutation(announcedEndpoint(createStaging)),
    resetStagingPassword: build.mutation(announcedEndpoint(resetStagingPassword)),
    undoStagingPush: build.mutation(announcedEndpoint(undoStagingPush)),
    removeStaging: build.mutation({ ...announcedEndpoint(removeStaging), ...changesStaging }),
    stopStagingTask: build.mutation(announcedEndpoint(stopTask)),
  }),
});

/** Reads the staging copy and its tasks again: tasks change it. */
export function refetchStaging(): void {
  kernel().store.dispatch(stagingApi.util.invalidateTags([STAGING]));
}
