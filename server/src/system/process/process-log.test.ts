import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { run } from './exec';

const PROGRAM = `
import { processLog } from ${JSON.stringify(join(__dirname, 'process-log.ts'))};
const log = processLog('probe', { LOG_LEVEL: 'info' });
for (let line = 0; line < 3; line += 1) log.info('a line');
process.stderr.write('worked on');
`;

async function probe(redirect: string) {
  const built = buildSync({
    stdin: { contents: PROGRAM, resolveDir: __dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    write: false,
  });
  // Passed by standard input: it is too long for an argument.
  const args = ['-c', `exec "$0" - ${redirect}`, process.execPath];
  return run({ file: 'sh', args }, { stdin: built.outputFiles[0]?.text ?? '', timeoutMs: 10_000 });
}

it('writes a line for each message', async () => {
  const { stdout } = await probe('');
  const parts = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { part: string }).part);
  expect(parts).toEqual(['probe', 'probe', 'probe']);
});

it('blocks no program when the disk is full', async () => {
  expect(await probe('> /dev/full')).toMatchObject({ code: 0, stderr: 'worked on' });
});
