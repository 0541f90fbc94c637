import type { Logger } from 'pino';
import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { FileService } from '#files/link/protocol';
import type { Enqueue } from '#queue/enqueue';
import type { TaskStore } from '#queue/task-store';
import type { Db } from '#state/db';
import type { TaskRow } from '#state/tables';
import { archiveHandlers } from './archive-handlers';
import { downloadHandlers } from './download-handlers';
import { entryHandlers } from './entry-handlers';
import { historyHandlers } from './history-handlers';
import { remoteDownloadHandlers } from './remote-download-handlers';
import { streamHandlers } from './stream-handlers';
import { textHandlers } from './text-handlers';
import { openUpload, stopUpload, uploadHandlers } from './upload-handlers';

type FilesCallName = Extract<
  {
    [Name in keyof typeof consoleCalls]: (typeof consoleCalls)[Name]['path'] extends `/fs${string}`
      ? Name
      : never;
  }[keyof typeof consoleCalls],
  string
>;
/** The calls of the file manager: every call of the console below `/fs`. */
export type FilesCalls = Pick<typeof consoleCalls, FilesCallName>;

export interface FilesParts {
  readonly db: Db;
  readonly service: FileService;
  readonly tasks: TaskStore;
  readonly enqueue: Enqueue;
  readonly log: Logger;
  /** Whether nginx is in front of the API and passes bytes on itself. */
  readonly frontDoor: boolean;
}

/** What the API process does with uploads besides answering calls. */
export interface UploadControl {
  /** Called by the front door before it passes on the bytes of an upload. */
  readonly openUpload: ReturnType<typeof openUpload>;
  /** Called when a user stops the task of an upload. */
  readonly stopUpload: (task: TaskRow) => Promise<void>;
}

export const uploadControl = ({ db, service, tasks }: FilesParts): UploadControl => ({
  openUpload: openUpload({ service, store: tasks }),
  stopUpload: async (task) => {
    const host = await db
      .selectFrom('host')
      .select(['uid', 'service_status'])
      .where('code', '=', task.host_code)
      .executeTakeFirst();
    // A suspended host has no child that could accept slices; the next one removes the parts after a day.
    if (host && host.service_status !== 'BLOCKING') await stopUpload(service, { task, uid: host.uid });
  },
});

/** Handlers of the file manager. */
export const filesHandlers = (parts: FilesParts): Handlers<FilesCalls> => {
  const { db, service, tasks, enqueue, log, frontDoor } = parts;
  return {
    ...entryHandlers(service),
    ...textHandlers(service),
    ...historyHandlers(service),
    ...streamHandlers(service, log),
    ...uploadHandlers({ service, store: tasks }),
    ...downloadHandlers({ db, service, store: tasks, frontDoor }),
    ...archiveHandlers(service, enqueue),
    ...remoteDownloadHandlers(enqueue),
  };
};
