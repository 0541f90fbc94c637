import { createReadStream } from 'node:fs';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fillProgram, throughProgram } from './through-program';

const through = (input: Readable, file: string, args: readonly string[]): Readable =>
  throughProgram(input, { file, args }, { failure: (lastWords) => new Error(`failed: ${lastWords}`) });

describe('a program that converts bytes', () => {
  it('gives its output however soon it ends after its input', async () => {
    for (let round = 0; round < 40; round += 1)
      expect(await text(through(Readable.from([Buffer.from('abc')]), 'cat', []))).toBe('abc');
  });

  it('lets a program end with success before it has read everything', async () => {
    expect(await text(through(createReadStream('/dev/zero'), 'head', ['-c', '3']))).toBe('\0\0\0');
  });

  it('fails if its input breaks off, even without a reason', async () => {
    const broken = new Error('the source has ended');
    for (const [error, message] of [
      [broken, broken.message],
      [undefined, 'The input has broken off'],
    ] as const) {
      const input = new PassThrough();
      const output = through(input, 'cat', []);
      const read = text(output);
      input.write('half');
      output.once('readable', () => input.destroy(error));
      await expect(read).rejects.toThrow(message);
    }
  });

  it('fails with its last line if it ends with an error', async () => {
    const output = through(Readable.from([Buffer.from('no zstd')]), 'zstd', ['-dc']);
    await expect(text(output)).rejects.toThrow(/^failed: .*unsupported format/);
  });
});

describe('a program that is filled', () => {
  const fillCat = (fill: (output: Writable) => Promise<void>, output: Writable, file = 'cat') =>
    fillProgram({
      ...{ command: { file, args: [] }, fill, output },
      options: { failure: (lastWords) => new Error(`failed: ${lastWords}`) },
    });
  const write = (output: Writable): Promise<void> => {
    output.write('abc');
    return Promise.resolve();
  };

  it('ends its output when all of it is there, however soon the program ends', async () => {
    for (let round = 0; round < 40; round += 1) {
      const output = new PassThrough();
      const [read] = await Promise.all([text(output), fillCat(write, output)]);
      expect(read).toBe('abc');
    }
  });

  it('rejects with the reason of the writer, and leaves its output open for it', async () => {
    const output = new PassThrough();
    const breaks = async (into: Writable): Promise<void> => {
      await write(into);
      throw new Error('half of it');
    };
    await expect(fillCat(breaks, output)).rejects.toThrow('half of it');
    output.end('half of it');
    expect(await text(output)).toContain('half of it');
  });

  it('rejects if the program fails', async () => {
    await expect(fillCat(write, new PassThrough(), 'false')).rejects.toThrow('failed');
  });
});
