import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '#system/process/exec';
import { ChildLink, type ChildTimeouts } from './child-link';
import { CHANNEL_FD } from '#files/link/child-messages';

/** The children of this test ignore the body of a call. */
const NO_BODY = {} as never;

/** The script of a stub child, which speaks on the same descriptor as a real one. @param onLine code that it runs for each line */
const childThat = (onLine: string) => `
  const { Socket } = require('node:net');
  const channel = new Socket({ fd: ${String(CHANNEL_FD)}, readable: true, writable: true });
  const say = (message) => channel.write(JSON.stringify(message) + '\\n');
  const receive = (line) => { ${onLine} };
  channel.on('data', (lines) => String(lines).trim().split('\\n').map(JSON.parse).forEach(receive));
  say({ event: 'ready' });
`;

/** Longer than a program takes to start, shorter than a test may take. */
const SILENCE_MS = 5000;
const PATIENCE: ChildTimeouts = { silenceMs: SILENCE_MS, abortMs: 500 };
/** For a child that computes for a long time on a busy machine. */
const LONG_PATIENCE: ChildTimeouts = { silenceMs: 60_000, abortMs: 500 };

async function linkTo(onLine: string, patience = PATIENCE) {
  const child = start(
    { file: process.execPath, args: ['-e', childThat(onLine)] },
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

describe('ChildLink', () => {
  it('ends a stopped child, and keeps one that replies', async () => {
    const { child, ended } = await linkTo('say({ pulse: true })');
    await sleep(2 * SILENCE_MS);
    expect(child.signalCode).toBeNull();
    process.kill(child.pid ?? 0, 'SIGSTOP');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('ends a child that keeps sending although it was asked to wait, however slow the reader is', async () => {
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
    await expect(link.call('searchFiles', NO_BODY, { onProgress })).rejects.toThrow('engine-down');
    expect(child.signalCode).toBe('SIGKILL');
    // Only a little arrived.
    expect(taken).toBeLessThan(400);
  });

  it('settles an aborted call without a reply, and drops its later progress', async () => {
    const { child, link } = await linkTo(`
      if (line.ping) say({ pulse: true });
      if (line.verb === 'measure') say({ id: line.id, reply: {} });
      if (line.abort) say({ id: line.id, progress: { late: true } });
    `);
    const controller = new AbortController();
    const received: unknown[] = [];
    const onProgress = (value: unknown) => void received.push(value);
    const stuck = link.call('compress', NO_BODY, { signal: controller.signal, onProgress });
    const other = link.call('listFolder', NO_BODY);
    const answered = new AbortController();
    await link.call('measure', NO_BODY, { signal: answered.signal });
    answered.abort();
    controller.abort();
    // The caller of this request has aborted; another caller of the same child may ask the next child.
    await Promise.all([
      expect(stuck).rejects.toThrow('aborted'),
      expect(other).rejects.toThrow('engine-down'),
    ]);
    expect(child.signalCode).toBe('SIGKILL');
    expect(received).toEqual([]);
  });

  describe("a program that writes in the child's place", () => {
    const MB = 1024 * 1024;
    let bystander: Awaited<ReturnType<typeof linkTo>>;
    beforeAll(async () => {
      // A long message keeps this process busy, so that it reads nothing else for a while.
      bystander = await linkTo(
        'say(line.verb ? { id: line.id, reply: {} } : { pulse: true })',
        LONG_PATIENCE,
      );
    });
    afterAll(() => bystander.link.kill());

    const many = `'{},'.repeat(5_000_000) + '{}'`;
    const upload = `{ event: 'upload', id: 'a', files: 1, open: 0, bytes: 1, ack: 1 }`;
    const stream = `{ event: 'stream', ticket: '', state: 'running', files: 0, filesTotal: 0, bytes: 0, failed: [], ack: 1 }`;
    /** Sends the message forever, and reads nothing. */
    const flood = (message: string) => `
      channel.pause();
      const lines = (JSON.stringify(${message}) + '\\n').repeat(1000);
      const more = () => { while (channel.write(lines)); };
      channel.on('drain', more);
      more();
    `;

    it.each([
      [
        'a reply of very many values',
        'measure',
        `channel.write('{"id":1,"reply":{"a":[' + ${many} + ']}}\\n')`,
      ],
      ['the same reply as text', 'measure', `channel.write('=1 {"a":[' + ${many} + ']}\\n')`],
      [
        'a status of more files than an upload has',
        'uploadStatus',
        `channel.write('{"id":1,"reply":{"files":[' + ${many} + ']}}\\n')`,
      ],
      [
        'a reply that becomes another one',
        'uploadStatus',
        `channel.write('{"id":1,"reply":{"a":[' + '{},'.repeat(100_000) + '{}]},"id":2}\\n')`,
      ],
      ['a line without an end', 'measure', `channel.write('"' + 'x'.repeat(${String(24 * MB)}))`],
      ['a long line without a call', undefined, `channel.write('"' + 'x'.repeat(${String(2 * MB)}))`],
      ['a flood of stream events', undefined, flood(stream)],
      ['a flood of upload events while earlier ones are being stored', undefined, flood(upload)],
      ['a flood of progress that the caller takes at once', 'measure', flood(`{ id: 1, progress: {} }`)],
      ['a flood of replies without a call', undefined, flood(`{ id: 7, reply: {} }`)],
      ['a flood of pulses', undefined, flood(`{ pulse: true }`)],
    ] as const)('ends a child that sends %s, and keeps no data of it', async (_, verb, attack) => {
      const { child, link, ended } = await linkTo(
        `if (line.verb || line.quota) { ${attack} }`,
        LONG_PATIENCE,
      );
      const before = process.memoryUsage().heapUsed;
      const reply = verb && link.call(verb, NO_BODY).catch((error: unknown) => error);
      if (verb === undefined) link.setQuota(1);
      await ended;
      if (reply) expect(await reply).toMatchObject({ reason: 'engine-down' });
      expect(child.signalCode).toBe('SIGKILL');
      expect(await bystander.link.call('measure', NO_BODY)).toEqual({});
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * MB);
    });

    it('accepts the largest replies of an honest child', async () => {
      const { link, child } = await linkTo(
        `
        if (line.ping) say({ pulse: true });
        const file = { path: '/a/b', total: 5, done: true, received: [[0, 5]] };
        if (line.verb === 'readText') say({ id: line.id, reply: { content: '\\n'.repeat(${String(10 * MB)}) } });
        if (line.verb === 'uploadStatus') say({ id: line.id, reply: { files: Array(90_000).fill(file) } });
      `,
        LONG_PATIENCE,
      );
      const text = (await link.call('readText', NO_BODY)) as { content: string };
      expect(text.content).toHaveLength(10 * MB);
      const status = (await link.call('uploadStatus', NO_BODY)) as { files: unknown[] };
      expect(status.files).toHaveLength(90_000);
      link.kill();
      expect(child.signalCode).toBeNull();
    });
  });
});
