import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../exec';
import { ChildLink } from './child-link';
import { CHANNEL_FD } from './child-wire';

/** A child that does nothing but answer pings, over the descriptor of the real one. */
const ANSWERS = `
  const { Socket } = require('node:net');
  const channel = new Socket({ fd: ${String(CHANNEL_FD)}, readable: true, writable: true });
  channel.on('data', () => channel.write('{"pulse":true}\\n'));
`;
/** Long beside the start of a program, short beside a test's patience. */
const SILENCE_MS = 2500;

describe('the link to a child', () => {
  it('ends a child that was stopped, and lets one live that answers', async () => {
    const child = start(
      { file: process.execPath, args: ['-e', ANSWERS] },
      { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
    );
    const ended = new Promise<void>((onEnd) => {
      new ChildLink(child, { onEvent: () => undefined, onEnd: () => onEnd() }, SILENCE_MS);
    });
    await sleep(3 * SILENCE_MS);
    expect(child.signalCode).toBeNull();
    process.kill(child.pid ?? 0, 'SIGSTOP');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
  });
});
