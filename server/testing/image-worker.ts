import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { bundleProgram } from './bundle-program';
import type { ImageWorkerOrder, ImageWorkerParts } from './image-worker-process';

/** A worker in a process of its own, which can be killed in any step of a task. */
export class ImageWorker {
  private child: ChildProcess | undefined;
  private lines: AsyncIterator<string> | undefined;
  private readonly took = new Map<string, number>();

  private constructor(
    private readonly program: string,
    private readonly parts: ImageWorkerParts,
  ) {}

  /** @param source the program, which calls `runOrders` */
  static async make(
    parts: ImageWorkerParts,
    source = 'testing/image-worker-process.ts',
  ): Promise<ImageWorker> {
    return new ImageWorker(await bundleProgram(source, parts.scratch), parts);
  }

  /** Also replaces one that was killed. */
  async start(): Promise<void> {
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [this.program, JSON.stringify(this.parts)], { stdio: [...stdio] });
    if (!child.stdout) throw new Error('No output');
    this.child = child;
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    if ((await this.line()) !== 'ready') throw new Error('The worker does not start');
  }

  private async line(): Promise<string | undefined> {
    const next = await this.lines?.next();
    return next === undefined || next.done === true ? undefined : next.value;
  }

  /** Runs a task; resolves when it has ended, or the worker was killed. */
  async run(order: ImageWorkerOrder): Promise<'ended' | 'killed'> {
    const { child } = this;
    if (!child?.stdin) throw new Error('There is no worker');
    const gone = once(child, 'exit');
    child.stdin.write(`${JSON.stringify(order)}\n`);
    for (let line = await this.line(); line !== undefined; line = await this.line()) {
      if (line === 'ended') return 'ended';
      const [, task = '', step = '', ms] = line.split(' ');
      this.took.set(`${task} ${step}`, Number(ms));
    }
    await gone;
    return 'killed';
  }

  /** How long a step took in a run that was not killed, ms. */
  msOf(task: string, step: string): number {
    return this.took.get(`${task} ${step}`) ?? 0;
  }

  async close(): Promise<void> {
    this.child?.kill('SIGKILL');
    await rm(this.program, { force: true });
  }
}
