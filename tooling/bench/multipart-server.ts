import { chmodSync, createReadStream, createWriteStream, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify from 'fastify';

/**
 * The peer of an upload: a usual Node.js server. The multipart plugin streams each request into a file; `/merge?parts=n`
 * joins the chunks of a file. Like our child process it runs under the uid that owns the files. Arguments: folder that
 * takes the files, socket.
 */
const [, , folder = '', socket = ''] = process.argv;
const app = fastify();
await app.register(multipart, { limits: { fileSize: 64 * 1024 * 1024 } });

app.post('/upload', async (request) => {
  for await (const part of request.parts()) {
    if (part.type === 'file') await pipeline(part.file, createWriteStream(join(folder, part.filename)));
  }
  return { ok: true };
});

app.post<{ Querystring: { parts: string } }>('/merge', async (request) => {
  const merged = join(folder, 'whole');
  await rm(merged, { force: true });
  for (let number = 0; number < Number(request.query.parts); number += 1) {
    const part = join(folder, `part-${number}`);
    await pipeline(createReadStream(part), createWriteStream(merged, { flags: 'a' }));
    await rm(part);
  }
  return { ok: true };
});

await app.listen({ path: socket });
chmodSync(socket, 0o666);
if (process.getuid?.() === 0) {
  const { uid, gid } = statSync(folder);
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
console.log('ready');
process.on('SIGTERM', () => process.exit());
// The kernel forgets, with the change of uid, that this process should end with its parent.
process.stdin.once('close', () => process.exit()).resume();
