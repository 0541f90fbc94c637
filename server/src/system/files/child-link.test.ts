import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../exec';
import { ChildLink, type Patience } from './child-link';
import { CHANNEL_FD } from './child-wire';

/** A child over the descriptor of the real one; `heard` is what it does with a line. */
const childThat = (heard: string) => `
  const { Socket } = require('node:net');
  const channel = new Socket({ fd: ${String(CHANNEL_FD)}, readable: true, writable: true });
  const say = (message) => channel.write(JSON.stringify(message) + '\\n');
  const hear = (line) => { ${heard} };
  channel.on('data', (lines) => String(lines).trim().split('\\n').map(JSON.parse).forEach(hear));
  say({ event: 'ready' });
`;

/** Long beside the start of a program, short beside a test's patience. */
const SILENCE_MS = 2500;
const PATIENCE: Patience = { silenceMs: SILENCE_MS, abortMs: 500 };

async function linkTo(heard: string, patience = PATIENCE) {
  const child = start(
    { file: process.execPath, args: ['-e', childThat(heard)] },
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const link = await new Promise<ChildLink>((resolve) => {
    const made: ChildLink = new ChildLink(
      child,
      { onEvent: () => resolve(made), onEnd: () => undefined },
      patience,
    );
  });
  return { child, link, ended };
}

describe('the link to a child', () => {
  it('ends a child that was stopped, and lets one live that answers', async () => {
    const { child, ended } = await linkTo('say({ pulse: true })');
    await sleep(3 * SILENCE_MS);
    expect(child.signalCode).toBeNull();
    process.kill(child.pid ?? 0, 'SIGSTOP');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('ends a child that goes on telling although it was asked to wait, however slow its reader is', async () => {
    const { child, link } = await linkTo(`
      if (!line.verb) return;
      const flood = () => { while (say({ id: line.id, progress: { text: 'x'.repeat(100_000) } })); };
      channel.on('drain', flood);
      flood();
    `);
    let taken = 0;
    const onProgress = () => {
      taken += 1;
      return new Promise<void>(() => undefined);
    };
    await expect(link.call('searchFiles', {}, { onProgress })).rejects.toThrow('engine-down');
    expect(child.signalCode).toBe('SIGKILL');
    // It could not send more than a little.
    expect(taken).toBeLessThan(400);
  });

  it('settles a call that was aborted though the child never answers it, and hears no more of it', async () => {
    const { child, link } = await linkTo(`
      if (line.ping) say({ pulse: true });
      if (line.verb === 'kind') say({ id: line.id, reply: {} });
      if (line.abort) say({ id: line.id, progress: { late: true } });
    `);
    const controller = new AbortController();
    const told: unknown[] = [];
    const onProgress = (value: unknown) => void told.push(value);
    const stuck = link.call('compress', {}, { signal: controller.signal, onProgress });
    const other = link.call('listFolder', {});
    const answered = new AbortController();
    await link.call('kind', {}, { signal: answered.signal });
    answered.abort();
    controller.abort();
    // Its own caller has cancelled it; whoever else waited for that child may ask the next one.
    await Promise.all([
      expect(stuck).rejects.toThrow('aborted'),
      expect(other).rejects.toThrow('engine-down'),
    ]);
    expect(child.signalCode).toBe('SIGKILL');
    expect(told).toEqual([]);
  });
});
