import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { run } from '#system/process/exec';

/**
 * Starts with an additional open descriptor, starts another program, and prints the descriptors that program
 * has.
 */
const PROBE = `
import { spawnSync } from 'node:child_process';
import { closeInherited } from ${JSON.stringify(join(__dirname, 'inherited.ts'))};
const open = () => spawnSync('ls', ['/proc/self/fd'], { encoding: 'utf8' }).stdout.split('\\n').includes('200');
const before = open();
closeInherited();
console.log(JSON.stringify([before, open()]));
`;

it('passes no open descriptor on', async () => {
  const built = buildSync({
    stdin: { contents: PROBE, resolveDir: __dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    write: false,
  });
  const program = built.outputFiles[0]?.text ?? '';
  const script = 'exec 200</dev/null; exec "$0" -e "$1"';
  const result = await run({ file: 'bash', args: ['-c', script, process.execPath, program] });
  expect(JSON.parse(result.stdout)).toEqual([true, false]);
});
