import {
  clearConfig,
  compareConfig,
  listConfigVersions,
  readConfig,
  readHomePage,
  revertConfig,
  setDefaultHomePage,
} from '@sitedeck/contract';
import { api, mutationOf, queryOf } from '@sitedeck/sdk/query';

/** All of it is one document: whoever changes a part has made a new version of the whole. */
const CONFIG = 'siteConfig';

const reading = { providesTags: [CONFIG] as const };
const changing = { invalidatesTags: [CONFIG] as const };

/**
 * Settings of the site. A change made in a form is quiet (`queryOf`): its refusal stands beside what was entered. The
 * rest is announced (`mutationOf`).
 */
export const hostEnvApi = api.enhanceEndpoints({ addTagTypes: [CONFIG] }).injectEndpoints({
  endpoints: (build) => ({
    readConfig: build.query({ ...queryOf(readConfig), ...reading }),
    listConfigVersions: build.query({ ...queryOf(listConfigVersions), ...reading }),
    compareConfig: build.query({ ...queryOf(compareConfig), keepUnusedDataFor: 0 }),
    revertConfig: build.mutation({ ...mutationOf(revertConfig), ...changing }),
    clearConfig: build.mutation({ ...mutationOf(clearConfig), ...changing }),
    readHomePage: build.query({ ...queryOf(readHomePage), ...reading }),
    setDefaultHomePage: build.mutation({ ...queryOf(setDefaultHomePage), ...changing }),
  }),
});

/** Read anew whenever a page opens: others (FTP, an app, another tab) may have changed it. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;

/** Reply of an endpoint that was unwrapped; its type allows none, which never comes without a fault. */
export async function answered<Reply>(reply: Promise<Reply | undefined>): Promise<Reply> {
  const came = await reply;
  if (came === undefined) throw new Error('an endpoint answered nothing');
  return came;
}
