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
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

/** All settings are one document: changing a part makes a new version of the document. */
const CONFIG = 'siteConfig';

const reading = { providesTags: [CONFIG] as const };
const changing = { invalidatesTags: [CONFIG] as const };

/**
 * Settings of the site. A change made in a form is quiet (`quietEndpoint`): its refusal stands beside what was entered. The
 * rest is announced (`announcedEndpoint`).
 */
export const hostEnvApi = api.enhanceEndpoints({ addTagTypes: [CONFIG] }).injectEndpoints({
  endpoints: (build) => ({
    readConfig: build.query({ ...quietEndpoint(readConfig), ...reading }),
    listConfigVersions: build.query({ ...quietEndpoint(listConfigVersions), ...reading }),
    compareConfig: build.query({ ...quietEndpoint(compareConfig), keepUnusedDataFor: 0 }),
    revertConfig: build.mutation({ ...announcedEndpoint(revertConfig), ...changing }),
    clearConfig: build.mutation({ ...announcedEndpoint(clearConfig), ...changing }),
    readHomePage: build.query({ ...quietEndpoint(readHomePage), ...reading }),
    setDefaultHomePage: build.mutation({ ...quietEndpoint(setDefaultHomePage), ...changing }),
    listRedirects: build.query({ ...quietEndpoint(listRedirects), ...reading }),
    addRedirect: build.mutation({ ...quietEndpoint(addRedirect), ...changing }),
    addRedirects: build.mutation({ ...quietEndpoint(addRedirects), ...changing }),
    removeRedirect: build.mutation({ ...quietEndpoint(removeRedirect), ...changing }),
    orderRedirects: build.mutation({ ...quietEndpoint(orderRedirects), ...changing }),
    testRedirect: build.query({ ...quietEndpoint(testRedirect), keepUnusedDataFor: 0 }),
    readErrorPage: build.query({ ...quietEndpoint(readErrorPage), ...reading }),
    setErrorPage: build.mutation({ ...quietEndpoint(setErrorPage), ...changing }),
    unsetErrorPage: build.mutation({ ...quietEndpoint(unsetErrorPage), ...changing }),
    readPageFile: build.query({ ...quietEndpoint(readText), keepUnusedDataFor: 0 }),
    listMimeTypes: build.query({ ...quietEndpoint(listMimeTypes), ...reading }),
    addMime: build.mutation({ ...quietEndpoint(addMime), ...changing }),
    removeMime: build.mutation({ ...quietEndpoint(removeMime), ...changing }),
    listRewrites: build.query({ ...quietEndpoint(listRewrites), ...reading }),
    listRewriteTemplates: build.query(quietEndpoint(listRewriteTemplates)),
    saveRewrite: build.mutation({ ...quietEndpoint(saveRewrite), ...changing }),
    deleteRewrite: build.mutation({ ...quietEndpoint(deleteRewrite), ...changing }),
    setRewrite: build.mutation({ ...quietEndpoint(setRewrite), ...changing }),
    resetRewrite: build.mutation({ ...quietEndpoint(resetRewrite), ...changing }),
    checkRewrite: build.query({ ...quietEndpoint(checkRewrite), keepUnusedDataFor: 0 }),
    testRewrite: build.query({ ...quietEndpoint(testRewrite), keepUnusedDataFor: 0 }),
    suggestRewrite: build.query({ ...quietEndpoint(suggestRewrite), keepUnusedDataFor: 0 }),
    writeConfig: build.mutation({ ...quietEndpoint(writeConfig), ...changing }),
    readPhp: build.query({ ...quietEndpoint(readPhp), ...reading }),
    readPhpReport: build.query({ ...quietEndpoint(readPhpReport), ...reading }),
    updatePhpParam: build.mutation({ ...quietEndpoint(updatePhpParam), ...changing }),
    getPhpErrorPort: build.query(quietEndpoint(getPhpErrorPort)),
    getPhpTimeZone: build.query(quietEndpoint(getPhpTimeZone)),
    readDotNet: build.query({ ...quietEndpoint(readDotNet), ...reading }),
    restartApp: build.mutation(announcedEndpoint(restartSite)),
    readErrorLog: build.query({ ...quietEndpoint(readErrorLog), keepUnusedDataFor: 0 }),
  }),
});

/** Reads again whenever a page opens, because FTP, an app or another tab may have changed it. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;

/** Reply of an endpoint that was unwrapped; its type allows none, which never comes without a fault. */
export async function replyOf<Reply>(reply: Promise<Reply | undefined>): Promise<Reply> {
  const came = await reply;
  if (came === undefined) throw new Error('an endpoint answered nothing');
  return came;
}
