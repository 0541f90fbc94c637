import {
  addMime,
  addRedirect,
  addRedirects,
  checkRewrite,
  clearConfig,
  compareConfig,
  deleteRewrite,
  getPhpErrorPort,
  getPhpTimeZone,
  listConfigVersions,
  listMimeTypes,
  listRedirects,
  listRewrites,
  listRewriteTemplates,
  orderRedirects,
  readConfig,
  readDotNet,
  readErrorLog,
  readErrorPage,
  readHomePage,
  readPhp,
  readPhpReport,
  readText,
  removeMime,
  removeRedirect,
  resetRewrite,
  restartSite,
  revertConfig,
  saveRewrite,
  setDefaultHomePage,
  setErrorPage,
  setRewrite,
  suggestRewrite,
  testRedirect,
  testRewrite,
  unsetErrorPage,
  updatePhpParam,
  writeConfig,
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
    listRedirects: build.query({ ...queryOf(listRedirects), ...reading }),
    addRedirect: build.mutation({ ...queryOf(addRedirect), ...changing }),
    addRedirects: build.mutation({ ...queryOf(addRedirects), ...changing }),
    removeRedirect: build.mutation({ ...queryOf(removeRedirect), ...changing }),
    orderRedirects: build.mutation({ ...queryOf(orderRedirects), ...changing }),
    testRedirect: build.query({ ...queryOf(testRedirect), keepUnusedDataFor: 0 }),
    readErrorPage: build.query({ ...queryOf(readErrorPage), ...reading }),
    setErrorPage: build.mutation({ ...queryOf(setErrorPage), ...changing }),
    unsetErrorPage: build.mutation({ ...queryOf(unsetErrorPage), ...changing }),
    readPageFile: build.query({ ...queryOf(readText), keepUnusedDataFor: 0 }),
    listMimeTypes: build.query({ ...queryOf(listMimeTypes), ...reading }),
    addMime: build.mutation({ ...queryOf(addMime), ...changing }),
    removeMime: build.mutation({ ...queryOf(removeMime), ...changing }),
    listRewrites: build.query({ ...queryOf(listRewrites), ...reading }),
    listRewriteTemplates: build.query(queryOf(listRewriteTemplates)),
    saveRewrite: build.mutation({ ...queryOf(saveRewrite), ...changing }),
    deleteRewrite: build.mutation({ ...queryOf(deleteRewrite), ...changing }),
    setRewrite: build.mutation({ ...queryOf(setRewrite), ...changing }),
    resetRewrite: build.mutation({ ...queryOf(resetRewrite), ...changing }),
    checkRewrite: build.query({ ...queryOf(checkRewrite), keepUnusedDataFor: 0 }),
    testRewrite: build.query({ ...queryOf(testRewrite), keepUnusedDataFor: 0 }),
    suggestRewrite: build.query({ ...queryOf(suggestRewrite), keepUnusedDataFor: 0 }),
    writeConfig: build.mutation({ ...queryOf(writeConfig), ...changing }),
    readPhp: build.query({ ...queryOf(readPhp), ...reading }),
    readPhpReport: build.query({ ...queryOf(readPhpReport), ...reading }),
    updatePhpParam: build.mutation({ ...queryOf(updatePhpParam), ...changing }),
    getPhpErrorPort: build.query(queryOf(getPhpErrorPort)),
    getPhpTimeZone: build.query(queryOf(getPhpTimeZone)),
    readDotNet: build.query({ ...queryOf(readDotNet), ...reading }),
    restartApp: build.mutation(mutationOf(restartSite)),
    readErrorLog: build.query({ ...queryOf(readErrorLog), keepUnusedDataFor: 0 }),
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
