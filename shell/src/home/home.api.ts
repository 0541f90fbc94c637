import {
  changeFtp,
  closeSite,
  listBackups,
  listNeeds,
  openAdminTool,
  openSite,
  queryLog,
  restartSite,
  showDatabasePassword,
  vhostInfo,
  vhostShare,
  vhostUsedSpace,
} from '@sitedeck/contract';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

/** A change of the site's state outdates what is known about the host and its needs. */
const SITE = { invalidatesTags: ['host'] } as const;

/**
 * The calls of Home. All remotes share the page's endpoints and the first definition of a name wins, so what a remote also
 * calls has a name of its own here: else its page would read with Home's tags, and never again after a backup.
 */
export const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNeeds: build.query({ ...quietEndpoint(listNeeds), providesTags: ['host'] }),
    homeBackups: build.query({ ...quietEndpoint(listBackups), providesTags: ['task'] }),
    vhostInfo: build.query({ ...quietEndpoint(vhostInfo), providesTags: ['host'] }),
    usedSpace: build.query(quietEndpoint(vhostUsedSpace)),
    shareInUse: build.query({ ...quietEndpoint(vhostShare), providesTags: ['host'] }),
    lastOperations: build.query({ ...quietEndpoint(queryLog), providesTags: ['host', 'task', 'log'] }),
    measureSpace: build.mutation({
      ...announcedEndpoint(vhostUsedSpace),
      onQueryStarted: async (_input, { dispatch, queryFulfilled }) => {
        const measured = await queryFulfilled.catch(() => undefined);
        if (measured) void dispatch(homeApi.util.upsertQueryData('usedSpace', LAST_MEASURED, measured.data));
      },
    }),
    openHomeAdminTool: build.mutation(announcedEndpoint(openAdminTool)),
    showHomePassword: build.mutation(announcedEndpoint(showDatabasePassword)),
    restartSite: build.mutation({ ...announcedEndpoint(restartSite), ...SITE }),
    openSite: build.mutation({ ...announcedEndpoint(openSite), ...SITE }),
    closeSite: build.mutation({ ...announcedEndpoint(closeSite), ...SITE }),
    changeFtp: build.mutation({
      ...announcedEndpoint(changeFtp),
      invalidatesTags: ['log'],
      onQueryStarted: async (_input, { dispatch, queryFulfilled }) => {
        const changed = await queryFulfilled.catch(() => undefined);
        if (!changed) return;
        dispatch(
          homeApi.util.updateQueryData('vhostInfo', {}, (known) => {
            if (known) Object.assign(known.ftp, changed.data);
          }),
        );
      },
    }),
  }),
});

/** The last measured values are shown first. */
export const LAST_MEASURED = { body: { fresh: false } };

export const {
  useHomeBackupsQuery,
  useListNeedsQuery,
  useVhostInfoQuery,
  useUsedSpaceQuery,
  useShareInUseQuery,
  useLastOperationsQuery,
  useMeasureSpaceMutation,
  useOpenHomeAdminToolMutation,
  useShowHomePasswordMutation,
  useRestartSiteMutation,
  useOpenSiteMutation,
  useCloseSiteMutation,
  useChangeFtpMutation,
} = homeApi;
