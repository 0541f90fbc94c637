import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutNpm } from './child.mjs';

const CHILD = pathToFileURL(join(__dirname, 'child.mjs')).href;

/** Runs a script that may use `capture` and `foreground`, in a child process. */
const program = (body: string) => [
  '--input-type=module',
  '-e',
  `import { capture, foreground } from '${CHILD}';\n${body}`,
];

const node = (script: string) => JSON.stringify(['-e', script]);

/** A process that has ended may stay listed until its parent reads its status. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

it('ends with the exit code of the program it runs', () => {
  const { status } = spawnSync(
    process.execPath,
    program(`process.exitCode = await foreground(process.execPath, ${node('process.exit(7)')});`),
  );
  expect(status).toBe(7);
});

it('returns 128 plus the number of the signal that ended the program', () => {
  const { stdout } = spawnSync(
    process.execPath,
    program(
      `console.log(await foreground(process.execPath, ${node('process.kill(process.pid, "SIGKILL")')}));`,
    ),
    { encoding: 'utf8' },
  );
  expect(stdout.trim()).toBe('137');
});

it('forwards a signal and waits for a clean end', async () => {
  const server = `process.on("SIGTERM", () => { console.log("clean end"); process.exit(3); });
    setInterval(() => {}, 1000); console.log("ready");`;
  const outer = spawn(
    process.execPath,
    program(`process.exitCode = await foreground(process.execPath, ${node(server)});`),
  );
  let printed = '';
  outer.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.includes('ready') && !printed.includes('clean end')) outer.kill('SIGTERM');
  });
  const [code] = (await once(outer, 'close')) as [number];
  expect(printed).toContain('clean end');
  expect(code).toBe(3);
});

it('stops a program that takes too long, together with its children', () => {
  const grandchild = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log(child.pid); setInterval(() => {}, 1000);`;
  const { stdout } = spawnSync(
    process.execPath,
    program(`const result = await capture(process.execPath, ${node(grandchild)}, { timeoutMs: 1000 });
      console.log(JSON.stringify(result));`),
    { encoding: 'utf8' },
  );
  const { code, output } = JSON.parse(stdout) as { code: number; output: string };
  expect(code).toBe(137);
  expect(output).toContain('stopped after 1 s');
  expect(isRunning(Number.parseInt(output))).toBe(false);
});

it('reports that a program does not exist', () => {
  const { stdout } = spawnSync(
    process.execPath,
    program("console.log((await capture('not-there-at-all', [])).code);"),
    {
      encoding: 'utf8',
    },
  );
  expect(stdout.trim()).toBe('127');
});

it('hides npm’s settings from the programs it starts', () => {
  expect(withoutNpm({ npm_config_registry: 'x', NPM_CONFIG_CACHE: 'y', PATH: '/bin' })).toEqual({
    PATH: '/bin',
  });
});
