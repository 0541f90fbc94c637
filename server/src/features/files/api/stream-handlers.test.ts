import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import type { OwnerContext } from '#api/calls/handlers';
import type { FileService } from '#files/link/protocol';
import { streamReply } from './stream-handlers';

/** Larger than the stream's buffer, so the sender has to wait. */
const PIECE = 'x'.repeat(128 * 1024);

it('delivers every event to a slow browser, also those sent after its buffer was full', async () => {
  const holds: unknown[] = [];
  const call = async (
    _name: string,
    _request: unknown,
    options: { onProgress: (value: { events: unknown[] }) => unknown },
  ) => {
    for (const at of [1, 2, 3]) holds.push(options.onProgress({ events: [{ at, PIECE }] }));
    // The next events are sent only after the browser has taken these.
    await Promise.all(holds);
    void options.onProgress({ events: [{ at: 4 }] });
    return {};
  };
  const connection: unknown = new EventEmitter();
  const context = {
    raw: { reply: { raw: connection } },
    scope: { host: { code: 'vh10001', uid: 200_001, disk_quota: null } },
    locale: 'en-US',
  } as unknown as OwnerContext;
  const parts = { service: { call } as unknown as FileService, log: pino({ level: 'silent' }) };
  const reply = await streamReply(
    parts,
    { stream: 'measureFolders', body: { paths: ['/wwwroot'] } as never },
    context,
  );
  expect(holds.every((hold) => hold instanceof Promise)).toBe(true);
  if (!(reply.body instanceof Readable)) throw new Error('not a stream');
  const lines = (await text(reply.body)).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { at: number }).at)).toEqual([1, 2, 3, 4]);
});
