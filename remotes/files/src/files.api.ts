import {
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
import { api, mutationOf, queryOf } from '@sitedeck/sdk/query';
import { parentOf } from './paths';

const folder = (path: string) => ({ type: 'folder' as const, id: path });
/** No folder has this name: paths begin with a slash. */
const BIN = folder('recycle bin');
const SETTINGS = folder('settings');

/**
 * Lists are cached by folder; a change reads the folders it touched anew, also when it was refused half-way.
 * What a dialog asks for is quiet (`queryOf`): its refusal shows in the dialog; the rest is announced (`mutationOf`).
 */
export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFolder: build.query({
      ...queryOf(listFolder),
      providesTags: (_reply, _fault, { body }) => [folder(body.path)],
    }),
    touchFile: build.mutation({
      ...queryOf(touchFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path))],
    }),
    makeFolder: build.mutation({
      ...queryOf(makeFolder),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path))],
    }),
    removeFile: build.mutation({
      ...mutationOf(removeFile),
      invalidatesTags: (_reply, _fault, { body }) => [
        ...(body.paths ?? []).map((path) => folder(parentOf(path))),
        ...(body.unreadable ?? []).map((entry) => folder(entry.folder)),
        BIN,
      ],
    }),
    renameFile: build.mutation({
      ...queryOf(renameFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path)), folder(parentOf(body.to))],
    }),
    copyFile: build.mutation({
      ...queryOf(copyFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.to))],
    }),
    listBin: build.query({ ...queryOf(listBin), providesTags: [BIN] }),
    restoreFromBin: build.mutation({
      ...queryOf(restoreFromBin),
      invalidatesTags: (reply) => [...(reply?.restored ?? []).map(({ path }) => folder(parentOf(path))), BIN],
    }),
    emptyBin: build.mutation({ ...mutationOf(emptyBin), invalidatesTags: [BIN] }),
    inspectArchive: build.query({ ...queryOf(inspectArchive), keepUnusedDataFor: 0 }),
    extractArchive: build.mutation(queryOf(extractArchive)),
    compressFiles: build.mutation(queryOf(compressFiles)),
    changeMode: build.mutation({ ...queryOf(changeMode), invalidatesTags: ['folder'] }),
    fetchUrl: build.mutation(queryOf(fetchUrl)),
    readFileSettings: build.query({ ...queryOf(readFileSettings), providesTags: [SETTINGS] }),
    saveFileSettings: build.mutation({ ...mutationOf(saveFileSettings), invalidatesTags: [SETTINGS, BIN] }),
    resetPermission: build.mutation({ ...mutationOf(resetPermission), invalidatesTags: ['folder'] }),
    writeText: build.mutation({
      ...queryOf(writeText),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path))],
    }),
  }),
});

/** Reads every list anew that shows: a task changed what nobody here knows. */
export const foldersChanged = () => api.util.invalidateTags(['folder']);

/** Reads the lists of a folder anew: others (an upload, FTP) may have changed it. */
export const folderChanged = (path: string) => api.util.invalidateTags([folder(path)]);
