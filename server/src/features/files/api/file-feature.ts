import type { FileFeature, FileFeatureParts } from '#api/api-process';
import { archiveHandlers } from './archive-handlers';
import { downloadHandlers } from './download-handlers';
import { fetchHandlers } from './fetch-handlers';
import { openUpload, stopUpload, uploadHandlers } from './upload-handlers';
import { streamHandlers } from './stream-handlers';
import { verbHandlers } from './verb-handlers';

/** The file manager's part of the API process. */
export function makeFileFeature(parts: FileFeatureParts): FileFeature {
  const { db, service, tasks: store, enqueue, started } = parts;
  const uploads = { service, store };
  return {
    openUpload: openUpload(uploads),
    stopUpload: async (task) => {
      const host = await db
        .selectFrom('host')
        .select('uid')
        .where('code', '=', task.host_code)
        .executeTakeFirst();
      if (host) await stopUpload(service, { task, uid: host.uid });
    },
    handlers: {
      ...verbHandlers(service),
      ...streamHandlers(service, parts.log),
      ...uploadHandlers(uploads),
      ...downloadHandlers({ db, service, store, frontDoor: started.frontDoor }),
      ...archiveHandlers(service, enqueue),
      ...fetchHandlers(enqueue),
    },
  };
}
