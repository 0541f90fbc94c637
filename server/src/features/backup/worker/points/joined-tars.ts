import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';

/** A tar ends with two empty blocks, bytes; the engine writes no more than those. */
const END_BYTES = 1024;

/**
 * Writes several archives as one: each but the last without its end.
 * @param read writes one of them, and ends it where all of it came
 */
export async function joinedTars<Source>(
  output: Writable,
  sources: readonly Source[],
  read: (source: Source, into: Writable) => Promise<void>,
): Promise<void> {
  const write = async (piece: Buffer) => {
    if (output.destroyed) throw new Error('nobody reads');
    if (!output.write(piece)) await Promise.race([once(output, 'drain'), once(output, 'close')]);
  };
  let held = Buffer.alloc(0);
  for (const source of sources) {
    const into = new PassThrough();
    const done = read(source, into);
    done.catch((error: unknown) => into.destroy(error instanceof Error ? error : new Error('stopped')));
    held = Buffer.alloc(0);
    for await (const piece of into as AsyncIterable<Buffer>) {
      held = Buffer.concat([held, piece]);
      if (held.length <= END_BYTES) continue;
      await write(held.subarray(0, held.length - END_BYTES));
      held = Buffer.from(held.subarray(held.length - END_BYTES));
    }
    await done;
  }
  await write(held);
  output.end();
}
