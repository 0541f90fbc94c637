import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEMPLATES } from '../../e2e/src/product';
import { commandLineOf, treeOf } from './processes';

interface Bench {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly printed: () => string;
}

function run(args: readonly string[]): Bench {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A bench starts its products without the templates of tests.
    env: { ...process.env, [TEMPLATES]: undefined },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { child, pid: child.pid ?? 0, printed: () => printed };
}

/** Returns when the bench runs all these programs, each known by words of its command line. */
async function untilRuns({ child, pid, printed }: Bench, programs: readonly string[]): Promise<void> {
  for (let missing = programs; missing.length > 0; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`ended without ${missing.join()}: ${printed()}`);
    const running = treeOf(pid).map(commandLineOf);
    missing = programs.filter((words) => !running.some((line) => line.includes(words)));
  }
}

/** Zombies have no command line: their parent only has not asked for their code yet. */
const isRunning = (pid: number): boolean => commandLineOf(pid) !== '';

/** Kills the bench and returns when all that ran below it has ended. */
async function killed({ child, pid }: Bench, signal: NodeJS.Signals): Promise<void> {
  const all = treeOf(pid);
  child.kill(signal);
  while (all.some(isRunning)) await sleep(50);
}

let scratch = '';
beforeAll(() => (scratch = mkdtempSync(join(tmpdir(), 'sd-bench-test-'))));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A process that starts one peer and waits. */
const withPeer = (module: string, start: string): Bench =>
  run(['--input-type=module', '--eval', `import * as peer from '${module}'; await peer.${start}`]);

it.each([
  { name: 'nginx', module: './nginx-peer.ts', words: 'nginx: master' },
  { name: 'the multipart server', module: './upload-sides.ts', words: 'multipart-server.ts' },
])('ends $name when the bench is killed', async ({ name, module, words }) => {
  const folder = JSON.stringify(scratch);
  const start = name === 'nginx' ? `nginxPeer(${folder}, '')` : `uploadPeer(${folder}, ${folder})`;
  const bench = withPeer(module, start);
  await untilRuns(bench, [words]);
  await killed(bench, 'SIGKILL');
});

it.each(['SIGTERM', 'SIGKILL'] as const)('ends product and peers after %s', async (signal) => {
  const bench = run(['main.ts', '--only', 'call', '--rounds', '1']);
  await untilRuns(bench, ['bare-server.ts', 'nginx: master process', '/api.mjs']);
  await killed(bench, signal);
});

it('refuses an unknown group and names all groups', async () => {
  const { child, printed } = run(['main.ts', '--only', 'call,nope']);
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(printed()).toContain('nope. Known: start, fresh, call,');
});
