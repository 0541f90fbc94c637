import {
  addCronJob,
  addMime,
  addRedirect,
  addRedirects,
  changeCronJob,
  changeRedirect,
  changeDotNetVersion,
  changePhpVersion,
  checkRewrite,
  clearConfig,
  compareConfig,
  deleteRewrite,
  disablePhpFunctions,
  getPhpErrorPort,
  getPhpTimeZone,
  listConfigVersions,
  listCronJobs,
  listCronRuns,
  listMimeTypes,
  listRedirects,
  listRewrites,
  listRewriteTemplates,
  orderRedirects,
  readConfig,
  readCronOutput,
  readDotNet,
  readErrorLog,
  readErrorPage,
  readHomePage,
  readPhp,
  readPhpReport,
  readText,
  removeCronJob,
  removeMime,
  removeRedirect,
  resetRewrite,
  restartSite,
  revertConfig,
  runCronJob,
  saveRewrite,
  setDefaultHomePage,
  setErrorPage,
  setPhpErrorLog,
  setPhpLanguage,
  setPhpOutputBuffer,
  setPhpUpload,
  setPhpUploadSize,
  setRewrite,
  setScriptError,
  setTrustedLevel,
  suggestRewrite,
  switchCronJob,
  testRedirect,
  testRewrite,
  unsetErrorPage,
  updatePhpParam,
  writeConfig,
} from '@sitedeck/contract';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

/** All settings are one document: changing a part makes a new version of it. */
const CONFIG = 'siteConfig';
const CRON = 'cronJobs';

const providesConfig = { providesTags: [CONFIG] as const };
const invalidatesConfig = { invalidatesTags: [CONFIG] as const };
const providesJobs = { providesTags: [CRON] as const };
const invalidatesJobs = { invalidatesTags: [CRON] as const };

/**
 * Settings of the site. Calls of forms are quiet (`quietEndpoint`): the form shows the refusal. The shell
 * announces refusals of the others (`announcedEndpoint`).
 */
export const hostEnvApi = api.enhanceEndpoints({ addTagTypes: [CONFIG, CRON] }).injectEndpoints({
  endpoints: (build) => ({
    readConfig: build.query({ ...quietEndpoint(readConfig), ...providesConfig }),
    listConfigVersions: build.query({ ...quietEndpoint(listConfigVersions), ...providesConfig }),
    compareConfig: build.query({ ...quietEndpoint(compareConfig), keepUnusedDataFor: 0 }),
    revertConfig: build.mutation({ ...announcedEndpoint(revertConfig), ...invalidatesConfig }),
    clearConfig: build.mutation({ ...announcedEndpoint(clearConfig), ...invalidatesConfig }),
    readHomePage: build.query({ ...quietEndpoint(readHomePage), ...providesConfig }),
    setDefaultHomePage: build.mutation({ ...quietEndpoint(setDefaultHomePage), ...invalidatesConfig }),
    listRedirects: build.query({ ...quietEndpoint(listRedirects), ...providesConfig }),
    addRedirect: build.mutation({ ...quietEndpoint(addRedirect), ...invalidatesConfig }),
    changeRedirect: build.mutation({ ...quietEndpoint(changeRedirect), ...invalidatesConfig }),
    addRedirects: build.mutation({ ...quietEndpoint(addRedirects), ...invalidatesConfig }),
    removeRedirect: build.mutation({ ...quietEndpoint(removeRedirect), ...invalidatesConfig }),
    orderRedirects: build.mutation({ ...quietEndpoint(orderRedirects), ...invalidatesConfig }),
    testRedirect: build.query({ ...quietEndpoint(testRedirect), keepUnusedDataFor: 0 }),
    readErrorPage: build.query({ ...quietEndpoint(readErrorPage), ...providesConfig }),
    setErrorPage: build.mutation({ ...quietEndpoint(setErrorPage), ...invalidatesConfig }),
    unsetErrorPage: build.mutation({ ...quietEndpoint(unsetErrorPage), ...invalidatesConfig }),
    readPageFile: build.query({ ...quietEndpoint(readText), keepUnusedDataFor: 0 }),
    listMimeTypes: build.query({ ...quietEndpoint(listMimeTypes), ...providesConfig }),
    addMime: build.mutation({ ...quietEndpoint(addMime), ...invalidatesConfig }),
    removeMime: build.mutation({ ...quietEndpoint(removeMime), ...invalidatesConfig }),
    listRewrites: build.query({ ...quietEndpoint(listRewrites), ...providesConfig }),
    listRewriteTemplates: build.query(quietEndpoint(listRewriteTemplates)),
    saveRewrite: build.mutation({ ...quietEndpoint(saveRewrite), ...invalidatesConfig }),
    deleteRewrite: build.mutation({ ...quietEndpoint(deleteRewrite), ...invalidatesConfig }),
    setRewrite: build.mutation({ ...quietEndpoint(setRewrite), ...invalidatesConfig }),
    resetRewrite: build.mutation({ ...quietEndpoint(resetRewrite), ...invalidatesConfig }),
    checkRewrite: build.query({ ...quietEndpoint(checkRewrite), keepUnusedDataFor: 0 }),
    testRewrite: build.query({ ...quietEndpoint(testRewrite), keepUnusedDataFor: 0 }),
    suggestRewrite: build.query({ ...quietEndpoint(suggestRewrite), keepUnusedDataFor: 0 }),
    writeConfig: build.mutation({ ...quietEndpoint(writeConfig), ...invalidatesConfig }),
    readPhp: build.query({ ...quietEndpoint(readPhp), ...providesConfig }),
    readPhpReport: build.query({ ...quietEndpoint(readPhpReport), ...providesConfig }),
    updatePhpParam: build.mutation({ ...quietEndpoint(updatePhpParam), ...invalidatesConfig }),
    changePhpVersion: build.mutation({ ...quietEndpoint(changePhpVersion), ...invalidatesConfig }),
    setPhpLanguage: build.mutation({ ...quietEndpoint(setPhpLanguage), ...invalidatesConfig }),
    setPhpErrorLog: build.mutation({ ...quietEndpoint(setPhpErrorLog), ...invalidatesConfig }),
    setPhpOutputBuffer: build.mutation({ ...quietEndpoint(setPhpOutputBuffer), ...invalidatesConfig }),
    setPhpUpload: build.mutation({ ...quietEndpoint(setPhpUpload), ...invalidatesConfig }),
    setPhpUploadSize: build.mutation({ ...quietEndpoint(setPhpUploadSize), ...invalidatesConfig }),
    disablePhpFunctions: build.mutation({ ...quietEndpoint(disablePhpFunctions), ...invalidatesConfig }),
    changeDotNetVersion: build.mutation({ ...quietEndpoint(changeDotNetVersion), ...invalidatesConfig }),
    setTrustedLevel: build.mutation({ ...quietEndpoint(setTrustedLevel), ...invalidatesConfig }),
    setScriptError: build.mutation({ ...quietEndpoint(setScriptError), ...invalidatesConfig }),
    getPhpErrorPort: build.query(quietEndpoint(getPhpErrorPort)),
    getPhpTimeZone: build.query(quietEndpoint(getPhpTimeZone)),
    readDotNet: build.query({ ...quietEndpoint(readDotNet), ...providesConfig }),
    restartApp: build.mutation(announcedEndpoint(restartSite)),
    listCronJobs: build.query({ ...quietEndpoint(listCronJobs), ...providesJobs }),
    addCronJob: build.mutation({ ...quietEndpoint(addCronJob), ...invalidatesJobs }),
    changeCronJob: build.mutation({ ...quietEndpoint(changeCronJob), ...invalidatesJobs }),
    switchCronJob: build.mutation({ ...announcedEndpoint(switchCronJob), ...invalidatesJobs }),
    removeCronJob: build.mutation({ ...announcedEndpoint(removeCronJob), ...invalidatesJobs }),
    runCronJob: build.mutation({ ...announcedEndpoint(runCronJob), ...invalidatesJobs }),
    listCronRuns: build.query({ ...quietEndpoint(listCronRuns), ...providesJobs }),
    readCronOutput: build.query({ ...quietEndpoint(readCronOutput), keepUnusedDataFor: 0 }),
    readErrorLog: build.query({ ...quietEndpoint(readErrorLog), keepUnusedDataFor: 0 }),
  }),
});

/** Reads again whenever a page opens, because FTP, an app or another tab may have changed it. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;

/**
 * Reply of an unwrapped endpoint. Its type allows undefined, but a missing reply always comes with a fault.
 */
export async function replyOf<Reply>(reply: Promise<Reply | undefined>): Promise<Reply> {
  const came = await reply;
  if (came === undefined) throw new Error('an endpoint answered nothing');
  return came;
}
