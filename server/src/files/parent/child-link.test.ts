import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '#system/process/exec';
import { ChildLink, type Patience } from './child-link';
import { CHANNEL_FD } from '#files/link/child-wire';

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
      {
        onEvent: ({ event }) => {
          resolve(made);
          return event === 'upload' ? new Promise<void>(() => undefined) : undefined;
        },
        onEnd: () => undefined,
      },
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

  describe('of whoever speaks in the place of a child', () => {
    const MB = 1024 * 1024;
    let bystander: Awaited<ReturnType<typeof linkTo>>;
    beforeAll(async () => {
      // What is said here at length keeps this process from hearing anybody for a while.
      bystander = await linkTo('say(line.verb ? { id: line.id, reply: {} } : { pulse: true })', {
        silenceMs: 60_000,
        abortMs: 500,
      });
    });
    afterAll(() => bystander.link.kill());

    const many = `'{},'.repeat(5_000_000) + '{}'`;
    const upload = `{ event: 'upload', id: 'a', files: 1, open: 0, bytes: 1, ack: 1 }`;
    const stream = `{ event: 'stream', ticket: '', state: 'running', files: 0, bytes: 0, failed: [], ack: 1 }`;
    /** Says it for ever, and hears nothing. */
    const flood = (message: string) => `
      channel.pause();
      const lines = (JSON.stringify(${message}) + '\\n').repeat(1000);
      const more = () => { while (channel.write(lines)); };
      channel.on('drain', more);
      more();
    `;

    it.each([
      [
        'an answer of very many values',
        'kind',
        `channel.write('{"id":1,"reply":{"a":[' + ${many} + ']}}\\n')`,
      ],
      ['it in words', 'kind', `channel.write('=1 {"a":[' + ${many} + ']}\\n')`],
      [
        'more files than an upload has',
        'uploadStatus',
        `channel.write('{"id":1,"reply":{"files":[' + ${many} + ']}}\\n')`,
      ],
      [
        'an answer that becomes another one',
        'uploadStatus',
        `channel.write('{"id":1,"reply":{"a":[' + '{},'.repeat(100_000) + '{}]},"id":2}\\n')`,
      ],
      ['a line without an end', 'kind', `channel.write('"' + 'x'.repeat(${String(24 * MB)}))`],
      ['a long line that nobody asked for', undefined, `channel.write('"' + 'x'.repeat(${String(2 * MB)}))`],
      ['events that are acknowledged to nobody', undefined, flood(stream)],
      ['events while those before are written down', undefined, flood(upload)],
      ['progress that is taken as it comes', 'kind', flood(`{ id: 1, progress: {} }`)],
      ['answers to what nobody asked', undefined, flood(`{ id: 7, reply: {} }`)],
      ['pulses', undefined, flood(`{ pulse: true }`)],
    ] as const)('ends %s, and nothing of it stays', async (_, verb, attack) => {
      const { child, link, ended } = await linkTo(`if (line.verb || line.quota) { ${attack} }`, {
        silenceMs: 60_000,
        abortMs: 500,
      });
      const before = process.memoryUsage().heapUsed;
      const asked = verb && link.call(verb, {}).catch((error: unknown) => error);
      if (verb === undefined) link.setQuota(1);
      await ended;
      if (asked) expect(await asked).toMatchObject({ reason: 'engine-down' });
      expect(child.signalCode).toBe('SIGKILL');
      expect(await bystander.link.call('kind', {})).toEqual({});
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * MB);
    });

    it('hears the largest answers of an honest child', async () => {
      const { link, child } = await linkTo(`
        if (line.ping) say({ pulse: true });
        const file = { path: '/a/b', total: 5, done: true, received: [[0, 5]] };
        if (line.verb === 'readText') say({ id: line.id, reply: { content: '\\n'.repeat(${String(10 * MB)}) } });
        if (line.verb === 'uploadStatus') say({ id: line.id, reply: { files: Array(90_000).fill(file) } });
      `);
      const text = (await link.call('readText', {})) as { content: string };
      expect(text.content).toHaveLength(10 * MB);
      const status = (await link.call('uploadStatus', {})) as { files: unknown[] };
      expect(status.files).toHaveLength(90_000);
      link.kill();
      expect(child.signalCode).toBeNull();
    });
  });
});
