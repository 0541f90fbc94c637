import {
  actOnFindings,
  listFindingRequests,
  listFindings,
  readScan,
  saveScanSchedule,
  startScan,
  stopTask,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

const SCAN = 'scan';
const changesScan = { invalidatesTags: [SCAN] as const };

/** Calls of dialogs are quiet (`quietEndpoint`): the dialog shows the refusal. The shell announces others. */
export const scanApi = api.enhanceEndpoints({ addTagTypes: [SCAN] }).injectEndpoints({
  endpoints: (build) => ({
    readScan: build.query({ ...quietEndpoint(readScan), providesTags: [SCAN] }),
    listFindings: build.query({ ...quietEndpoint(listFindings), providesTags: [SCAN] }),
    listFindingRequests: build.query({ ...quietEndpoint(listFindingRequests), keepUnusedDataFor: 0 }),
    startScan: build.mutation({ ...announcedEndpoint(startScan), ...changesScan }),
    actOnFindings: build.mutation({ ...quietEndpoint(actOnFindings), ...changesScan }),
    saveScanSchedule: build.mutation({ ...quietEndpoint(saveScanSchedule), ...changesScan }),
    stopScan: build.mutation(announcedEndpoint(stopTask)),
  }),
});

/** Reads the state and the findings again: a scan changes them. */
export function refetchScan(): void {
  kernel().store.dispatch(scanApi.util.invalidateTags([SCAN]));
}

/** Reads again whenever the page opens. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;
