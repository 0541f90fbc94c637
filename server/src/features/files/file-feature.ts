import type { FileFeature, FileFeatureParts } from '../../api-process';
import { compressKind } from './compress-kind';
import { downloadHandlers } from './download-handlers';
import { openUpload, stopUpload, uploadHandlers } from './upload-handlers';
import { streamHandlers } from './stream-handlers';
import { verbHandlers } from './verb-handlers';

/** The file manager's part of the API process. */
export function makeFileFeature(parts: FileFeatureParts): FileFeature {
  const { db, service, tasks: store, enqueue, started } = parts;
  const kind = compressKind(service);
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
      compressFiles: async ({ body }, { scope, note }) => {
        note(body.to, { count: body.paths.length });
        const payload = { paths: body.paths, targetPath: body.to, fileNum: body.paths.length };
        const task = await enqueue(kind, { hostCode: scope.hostCode, operator: scope.operator, payload });
        return { taskId: task.id };
      },
    },
  };
}
