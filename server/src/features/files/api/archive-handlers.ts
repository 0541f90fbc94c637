import type { consoleCalls } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import type { Enqueue } from '#queue/enqueue';
import type { FileService } from '#files/link/protocol';
import { Refusal } from '#faults/refusal';
import { compressTask, extractTask } from '../tasks';
import { fileFault } from '#files/link/file-fault';
import { archiveLimit, fileTarget } from '#sites/file-target';

type ArchiveCalls = Pick<typeof consoleCalls, 'compressFiles' | 'inspectArchive' | 'extractArchive'>;

export function archiveHandlers(service: FileService, enqueue: Enqueue): Handlers<ArchiveCalls> {
  return {
    compressFiles: async ({ body }, { scope, note }) => {
      note(body.to, { count: body.paths.length });
      const payload = { paths: body.paths, targetPath: body.to, fileNum: body.paths.length };
      const { hostCode, operator } = scope;
      const task = await enqueue(compressTask, { hostCode, operator, payload });
      return { taskId: task.id };
    },

    inspectArchive: async ({ body }, context) => {
      const { scope, locale } = context;
      const options = { signal: callerGone(context) };
      const found = await service.call(
        'inspectArchive',
        { ...fileTarget(scope.host), ...archiveLimit(scope.host), ...body },
        options,
      );
      const refusedSample = found.refusedSample.map(({ path, reason }) => ({
        path,
        fault: fileFault(new Refusal(reason), locale),
      }));
      return { ...found, refusedSample };
    },

    extractArchive: async ({ body }, { scope, note }) => {
      const { path, to, ...rest } = body;
      note(path, { to, ifExists: body.ifExists });
      const payload = { ...rest, objectName: path, targetPath: to };
      const { hostCode, operator } = scope;
      const task = await enqueue(extractTask, { hostCode, operator, payload });
      return { taskId: task.id };
    },
  };
}
