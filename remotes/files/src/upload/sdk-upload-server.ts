import {
  UPLOAD_FAILED_MAX,
  UPLOAD_MESSAGE_MAX,
  UPLOAD_PATH_MAX,
  beginUpload,
  endUpload,
  pauseUpload,
  uploadBody,
  uploadHeaders,
  uploadSlice,
  uploadStatus,
} from '@sitedeck/contract';
import { call, pollTasksNow } from '@sitedeck/sdk';
import type { UploadServer } from './upload-server';

/** The upload calls of the contract. Quiet, because the panel lists each failed file. */
export const sdkUploadServer: UploadServer = {
  async begin({ folder, files, bytes, signal }) {
    return (await call(beginUpload, { body: { path: folder, files, bytes } }, { signal, quiet: true })).id;
  },
  async send(request) {
    const { signal, onSent } = request;
    const options = {
      signal,
      headers: uploadHeaders(request),
      quiet: true,
      onUploadProgress: ({ loaded }: { readonly loaded: number }) => onSent(loaded),
    };
    const reply = await call(
      uploadSlice,
      { query: { path: request.folder }, body: uploadBody(request) },
      options,
    );
    return reply.files;
  },
  async status(id, signal) {
    return (await call(uploadStatus, { body: { id } }, { signal, quiet: true })).files;
  },
  async pause(id) {
    await call(pauseUpload, { body: { id } }, { quiet: true });
    pollTasksNow();
  },
  async end({ id, cancelled, dropped, failed }) {
    const body = { id, cancelled, dropped, failed: failed.slice(0, UPLOAD_FAILED_MAX).map(shortened) };
    await call(endUpload, { body }, { quiet: true });
  },
};

const shortened = ({ path, message }: { readonly path: string; readonly message: string }) => ({
  path: path.slice(0, UPLOAD_PATH_MAX),
  message: message.slice(0, UPLOAD_MESSAGE_MAX),
});
