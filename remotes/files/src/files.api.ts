import {
  copyFile,
  listFolder,
  makeFolder,
  removeFile,
  renameFile,
  resetPermission,
  touchFile,
  writeText,
} from '@sitedeck/contract';
import { api, mutationOf, queryOf } from '@sitedeck/sdk/query';
import { parentOf } from './paths';

const folder = (path: string) => ({ type: 'folder' as const, id: path });

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
      invalidatesTags: (_reply, _fault, { body }) => (body.paths ?? []).map((path) => folder(parentOf(path))),
    }),
    renameFile: build.mutation({
      ...queryOf(renameFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path)), folder(parentOf(body.to))],
    }),
    copyFile: build.mutation({
      ...queryOf(copyFile),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.to))],
    }),
    resetPermission: build.mutation({ ...mutationOf(resetPermission), invalidatesTags: ['folder'] }),
    writeText: build.mutation({
      ...queryOf(writeText),
      invalidatesTags: (_reply, _fault, { body }) => [folder(parentOf(body.path))],
    }),
  }),
});

/** Reads the lists of a folder anew: others (an upload, FTP) may have changed it. */
export const folderChanged = (path: string) => api.util.invalidateTags([folder(path)]);
