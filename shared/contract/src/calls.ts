import * as upload from './file-upload';
import * as fileArchives from './file-archives';
import * as fileSearch from './file-search';
import * as history from './file-history';
import * as files from './files';
import * as host from './host';
import * as hostenv from './hostenv';
import * as serving from './hostenv-serving';
import * as dotNet from './hostenv-dotnet';
import * as php from './hostenv-php';
import * as log from './log';
import * as provider from './provider';
import * as registry from './registry';
import * as session from './session';
import * as task from './task';
import * as vhost from './vhost';
import type { CallShape } from './call';

const only = <const Calls extends Record<string, CallShape>>(calls: Calls): Calls => calls;

/** Every call of the console (`/api`, `/fs`, `/config.json`), keyed by the name handler, SDK and docs share. */
// Pure, so that a page that names calls one by one doesn't carry all of them.
export const consoleCalls = /* @__PURE__ */ only({
  getConfig: session.getConfig,
  captchaChallenge: session.captchaChallenge,
  login: session.login,
  loginByToken: session.loginByToken,
  logout: session.logout,
  getLoginSource: session.getLoginSource,
  sendCaptcha: session.sendCaptcha,
  currentHostInfo: host.currentHostInfo,
  refreshHostInfo: host.refreshHostInfo,
  getAllHostList: host.getAllHostList,
  changeHost: host.changeHost,
  changePassword: vhost.changePassword,
  queryVisits: vhost.queryVisits,
  vhostInfo: vhost.vhostInfo,
  vhostUsedSpace: vhost.vhostUsedSpace,
  restartSite: vhost.restartSite,
  openSite: vhost.openSite,
  closeSite: vhost.closeSite,
  changeFtp: vhost.changeFtp,
  listNeeds: vhost.listNeeds,
  readConfig: hostenv.readConfig,
  listConfigVersions: hostenv.listConfigVersions,
  compareConfig: hostenv.compareConfig,
  revertConfig: hostenv.revertConfig,
  clearConfig: hostenv.clearConfig,
  readHomePage: hostenv.readHomePage,
  setDefaultHomePage: hostenv.setDefaultHomePage,
  listRedirects: serving.listRedirects,
  addRedirect: serving.addRedirect,
  addRedirects: serving.addRedirects,
  removeRedirect: serving.removeRedirect,
  orderRedirects: serving.orderRedirects,
  testRedirect: serving.testRedirect,
  readErrorPage: serving.readErrorPage,
  setErrorPage: serving.setErrorPage,
  unsetErrorPage: serving.unsetErrorPage,
  listMimeTypes: serving.listMimeTypes,
  addMime: serving.addMime,
  removeMime: serving.removeMime,
  readErrorLog: hostenv.readErrorLog,
  readPhp: php.readPhp,
  readPhpReport: php.readPhpReport,
  changePhpVersion: php.changePhpVersion,
  setPhpLanguage: php.setPhpLanguage,
  setPhpErrorLog: php.setPhpErrorLog,
  setPhpOutputBuffer: php.setPhpOutputBuffer,
  setPhpUpload: php.setPhpUpload,
  setPhpUploadSize: php.setPhpUploadSize,
  disablePhpFunctions: php.disablePhpFunctions,
  updatePhpParam: php.updatePhpParam,
  getPhpErrorPort: php.getPhpErrorPort,
  getPhpTimeZone: php.getPhpTimeZone,
  readDotNet: dotNet.readDotNet,
  setTrustedLevel: dotNet.setTrustedLevel,
  changeDotNetVersion: dotNet.changeDotNetVersion,
  setScriptError: dotNet.setScriptError,
  queryTaskPage: task.queryTaskPage,
  queryTaskList: task.queryTaskList,
  getTask: task.getTask,
  stopTask: task.stopTask,
  deleteTask: task.deleteTask,
  updateTask: task.updateTask,
  getCloneInfo: task.getCloneInfo,
  queryLog: log.queryLog,
  newerLog: log.newerLog,
  exportLog: log.exportLog,
  listFolder: files.listFolder,
  touchFile: files.touchFile,
  makeFolder: files.makeFolder,
  removeFile: files.removeFile,
  renameFile: files.renameFile,
  copyFile: files.copyFile,
  readText: files.readText,
  writeText: files.writeText,
  resetPermission: files.resetPermission,
  beginUpload: upload.beginUpload,
  endUpload: upload.endUpload,
  uploadSlice: upload.uploadSlice,
  uploadStatus: upload.uploadStatus,
  checkUpload: upload.checkUpload,
  listBin: history.listBin,
  restoreFromBin: history.restoreFromBin,
  emptyBin: history.emptyBin,
  listVersions: history.listVersions,
  readVersion: history.readVersion,
  restoreVersions: history.restoreVersions,
  removeVersions: history.removeVersions,
  downloadFile: files.downloadFile,
  zipFiles: files.zipFiles,
  compressFiles: files.compressFiles,
  inspectArchive: fileArchives.inspectArchive,
  extractArchive: fileArchives.extractArchive,
  fetchUrl: files.fetchUrl,
  linkFile: files.linkFile,
  openLink: files.openLink,
  searchFiles: fileSearch.searchFiles,
  previewReplace: fileSearch.previewReplace,
  replaceInFiles: fileSearch.replaceInFiles,
  measureFolders: fileSearch.measureFolders,
  readFileSettings: fileSearch.readFileSettings,
  saveFileSettings: fileSearch.saveFileSettings,
  readWindow: files.readWindow,
  changeMode: files.changeMode,
  tellRemoteEvents: registry.tellRemoteEvents,
  embedBoot: registry.embedBoot,
  askOverride: registry.askOverride,
  setOverride: registry.setOverride,
  resetOverride: registry.resetOverride,
});

/** Every call of the provider's listener. */
export const providerCalls = /* @__PURE__ */ only({
  createAccount: provider.createAccount,
  listAccounts: provider.listAccounts,
  listHosts: provider.listHosts,
  createHost: provider.createHost,
  updateHost: provider.updateHost,
  getHost: provider.getHost,
  deleteHost: provider.deleteHost,
  createToken: provider.createToken,
  createEmbedToken: provider.createEmbedToken,
  createKey: provider.createKey,
  listKeys: provider.listKeys,
  revokeKey: provider.revokeKey,
  listRemotes: registry.listRemotes,
  getRemote: registry.getRemote,
  getSurroundings: registry.getSurroundings,
  publishVersion: registry.publishVersion,
  changeTraffic: registry.changeTraffic,
  collectVersions: registry.collectVersions,
});

export type ConsoleCallName = keyof typeof consoleCalls;
export type ProviderCallName = keyof typeof providerCalls;
