import {
  type CallInput,
  changeMode,
  compressFiles,
  copyFile,
  emptyBin,
  fetchUrl,
  extractArchive,
  inspectArchive,
  listBin,
  listFolder,
  makeFolder,
  readFileSettings,
  removeFile,
  renameFile,
  resetPermission,
  restoreFromBin,
  saveFileSettings,
  touchFile,
  writeText,
} from '@sitedeck/contract';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';
import { parentOf } from './paths';

const folder = (path: string) => ({ type: 'folder' as const, id: path });
/** No folder has this name, because paths begin with a slash. */
const BIN = folder('recycle bin');
const SETTINGS = folder('settings');

/** Tags of the folders that a removal changes. */
const removedFrom = ({ paths = [], unreadable = [] }: CallInput<typeof removeFile>['body']) => [
  ...paths.map((path) => folder(parentOf(path))),
  ...unreadable.map((entry) => folder(entry.folder)),
  BIN,
];

/**
 * Lists are cached by folder. A change reads the folders it affected again, even if it failed half-way. Calls
 * of dialogs are quiet (`quietEndpoint`): the dialog shows the refusal. The shell announces refusals of the
 * others (`announcedEndpoint`).
 */
export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFolder: build.query({
      ...quietEndpoint(listFolder),
      providesTags: (_reply, _fault, { body }) => [folder(body.path)],
    }),
    touchFile: build.mutation({
      ...quietEndpoint(touchFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path))],
    }),
    makeFolder: build.mutation({
      ...quietEndpoint(makeFolder),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path))],
    }),
    removeFile: build.mutation({
      ...announcedEndpoint(removeFile),
      invalidatesTags: (_reply, _fault, { body }) => removedFrom(body),
    }),
    /** Undoes a copy, which reports its own failures. */
    removeCopy: build.mutation({
      ...quietEndpoint(removeFile),
      invalidatesTags: (_reply, _fault, { body }) => removedFrom(body),
    }),
    renameFile: build.mutation({
      ...quietEndpoint(renameFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path)), folder(parentOf(body.to))],
    }),
    copyFile: build.mutation({
      ...quietEndpoint(copyFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.to))],
    }),
    listBin: build.query({ ...quietEndpoint(listBin), providesTags: [BIN] }),
    restoreFromBin: build.mutation({
      ...quietEndpoint(restoreFromBin),
      invalidatesTags: (reply) => [...(reply?.restored ?? []).map(({ path }) => folder(parentOf(path))), BIN],
    }),
    emptyBin: build.mutation({ ...announcedEndpoint(emptyBin), invalidatesTags: [BIN] }),
    inspectArchive: build.query({ ...quietEndpoint(inspectArchive), keepUnusedDataFor: 0 }),
    extractArchive: build.mutation(quietEndpoint(extractArchive)),
    compressFiles: build.mutation(quietEndpoint(compressFiles)),
    changeMode: build.mutation({ ...quietEndpoint(changeMode), invalidatesTags: ['folder'] }),
    fetchUrl: build.mutation(quietEndpoint(fetchUrl)),
    readFileSettings: build.query({ ...quietEndpoint(readFileSettings), providesTags: [SETTINGS] }),
    saveFileSettings: build.mutation({
      ...announcedEndpoint(saveFileSettings),
      invalidatesTags: [SETTINGS, BIN],
    }),
    resetPermission: build.mutation({ ...announcedEndpoint(resetPermission), invalidatesTags: ['folder'] }),
    writeText: build.mutation({
      ...quietEndpoint(writeText),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path))],
    }),
  }),
});

/** Reads every shown list again, because a task may have changed any folder. */
export const foldersChanged = () => api.util.invalidateTags(['folder']);

/** Reads the lists of a folder again, because an upload or FTP may have changed it. */
export const folderChanged = (path: string) => api.util.invalidateTags([folder(path)]);
