import { request } from 'node:http';
import type { Readable } from 'node:stream';
import type { SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { FileService, FileTarget } from './protocol';

/** Bytes of a file of a host, read by its own child under its own uid, which leads nowhere else. */
export async function readHostFile(
  service: FileService,
  target: FileTarget,
  path: SitePath,
): Promise<{ readonly source: Readable; readonly bytes: number }> {
  const ticket = await service.call('ticket', { ...target, wish: { kind: 'download', path, static: false } });
  if (ticket.is === 'static') throw new Error('A stream was asked for');
  const { socket: socketPath, ticket: name } = ticket;
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: `/ticket/${name}`, agent: false }, (reply) => {
      const bytes = Number(reply.headers['content-length']);
      if (reply.statusCode === 200 && Number.isSafeInteger(bytes)) return resolve({ source: reply, bytes });
      reply.destroy();
      reject(new Refusal(reply.statusCode === 404 ? 'no-such-file' : 'engine-down'));
    });
    asking.once('error', () => reject(new Refusal('engine-down')));
    asking.end();
  });
}
