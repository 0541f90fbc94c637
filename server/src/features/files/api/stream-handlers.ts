import type { Logger } from 'pino';
import type { FileCalls } from '#api/api-core';
import type { Handlers } from '#api/calls/handlers';
import type { FileService, FileStream } from '#files/link/protocol';
import { eventLines } from './event-lines';

/** Calls that are answered while their work goes on. */
export function streamHandlers(service: FileService, log: Logger): Handlers<Pick<FileCalls, FileStream>> {
  const parts = { service, log };
  return {
    searchFiles: ({ body }, context) => eventLines(parts, { stream: 'searchFiles', body }, context),
    measureFolders: ({ body }, context) => eventLines(parts, { stream: 'measureFolders', body }, context),
  };
}
