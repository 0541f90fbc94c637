import {
  changeFtp,
  closeSite,
  listBackups,
  listNeeds,
  openSite,
  queryLog,
  restartSite,
  vhostInfo,
  vhostUsedSpace,
} from '@sitedeck/contract';
import { api, mutationOf, queryOf } from '@sitedeck/sdk/query';

/** What changes the site makes what is known of it, and of what it needs, void. */
const SITE = { invalidatesTags: ['host'] } as const;

export const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNeeds: build.query({ ...queryOf(listNeeds), providesTags: ['host'] }),
    listBackups: build.query({ ...queryOf(listBackups), providesTags: ['task'] }),
    vhostInfo: build.query({ ...queryOf(vhostInfo), providesTags: ['host'] }),
    usedSpace: build.query(queryOf(vhostUsedSpace)),
    lastOperations: build.query({ ...queryOf(queryLog), providesTags: ['host', 'task', 'log'] }),
    measureSpace: build.mutation({
      ...mutationOf(vhostUsedSpace),
      onQueryStarted: async (_input, { dispatch, queryFulfilled }) => {
        const measured = await queryFulfilled.catch(() => undefined);
        if (measured) void dispatch(homeApi.util.upsertQueryData('usedSpace', LAST_MEASURED, measured.data));
      },
    }),
    restartSite: build.mutation({ ...mutationOf(restartSite), ...SITE }),
    openSite: build.mutation({ ...mutationOf(openSite), ...SITE }),
    closeSite: build.mutation({ ...mutationOf(closeSite), ...SITE }),
    changeFtp: build.mutation({
      ...mutationOf(changeFtp),
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

/** What was measured last is good enough to begin with. */
export const LAST_MEASURED = { body: { fresh: false } };

export const {
  useListBackupsQuery,
  useListNeedsQuery,
  useVhostInfoQuery,
  useUsedSpaceQuery,
  useLastOperationsQuery,
  useMeasureSpaceMutation,
  useRestartSiteMutation,
  useOpenSiteMutation,
  useCloseSiteMutation,
  useChangeFtpMutation,
} = homeApi;
