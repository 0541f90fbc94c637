import type { consoleCalls } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { beginLeasedTask } from '#queue/enqueue';
import { failureOf, type TaskStore } from '#queue/task-store';
import type { HostFacts } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import type { Db } from '#state/db';
import type { FileService } from '#files/link/protocol';
import { Refusal } from '#faults/refusal';
import { deliver } from './deliver';
import { archiveLimit, fileTarget } from '#sites/file-target';
import { makeLink, openLinked } from './links';
import { streamTask } from '../tasks';

export interface DownloadParts {
  readonly db: Db;
  readonly service: FileService;
  readonly store: TaskStore;
  readonly frontDoor: boolean;
}

type DownloadCalls = Pick<typeof consoleCalls, 'downloadFile' | 'zipFiles' | 'linkFile' | 'openLink'>;

const UNKNOWN_TYPE = 'application/octet-stream';

/** A browser shows raster images, audio and video of a tenant; it only saves everything else. */
const SHOWN_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  ogv: 'video/ogg',
  webm: 'video/webm',
};

function shownType(name: string): string {
  const suffix = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(SHOWN_TYPES, suffix) ? (SHOWN_TYPES[suffix] ?? UNKNOWN_TYPE) : UNKNOWN_TYPE;
}

const baseName = (path: string): string => path.split('/').at(-1) ?? '';

/** Named after the selected entry, or after the folder of several entries. */
function zipName(paths: readonly string[], given: string | undefined): string {
  const [first = ''] = paths;
  const own =
    given ?? (paths.length === 1 ? baseName(first) : baseName(first.slice(0, first.lastIndexOf('/'))));
  const name = own.replace(/[/\0]/g, '_') || 'files';
  return name.toLowerCase().endsWith('.zip') ? name : `${name}.zip`;
}

export function downloadHandlers({ db, service, store, frontDoor }: DownloadParts): Handlers<DownloadCalls> {
  const sendFile = async (
    { host, path, type }: { host: HostFacts; path: string; type: string },
    { raw }: Pick<OwnerContext, 'raw'>,
  ) => {
    const grant = { type: 'download', path, static: frontDoor } as const;
    const ticket = await service.call('ticket', { ...fileTarget(host), grant });
    const name = baseName(path);
    return deliver({ hostCode: host.code, ticket, name, type, request: raw.request.headers, frontDoor });
  };

  return {
    downloadFile: ({ body }, context) =>
      sendFile({ host: context.scope.host, path: body.path, type: UNKNOWN_TYPE }, context),

    zipFiles: async ({ body }, context) => {
      const { scope, raw, note } = context;
      const { host, hostCode, operator } = scope;
      const name = zipName(body.paths, body.name);
      note(body.paths[0] ?? '', { count: body.paths.length });
      const payload = {
        paths: body.paths.slice(0, 100),
        fileNum: body.paths.length,
        objectName: name,
        stream: true as const,
      };
      const task = await beginLeasedTask(store, streamTask, { hostCode, operator, payload });
      try {
        const grant = { type: 'zip', paths: body.paths, taskId: task.id, ...archiveLimit(host) } as const;
        const options = { signal: callerGone(context) };
        const ticket = await service.call('ticket', { ...fileTarget(host), grant }, options);
        const request = raw.request.headers;
        return await deliver({ hostCode, ticket, name, type: 'application/zip', request, frontDoor });
      } catch (error) {
        await store.finish(task.id, { status: 'RUNNING_FAIL', info: failureOf(error, task.id) });
        throw error;
      }
    },

    linkFile: async ({ body }, { session }) => ({ url: await makeLink(db, session, body.path) }),

    openLink: async ({ params }, context) => {
      const linked = await openLinked(db, params.token, await context.visitor());
      const host = await readHost(db, linked.hostCode);
      if (!host) throw new Refusal('host-gone');
      if (host.service_status === 'BLOCKING') throw new Refusal('host-blocked');
      return sendFile({ host, path: linked.path, type: shownType(linked.path) }, context);
    },
  };
}
