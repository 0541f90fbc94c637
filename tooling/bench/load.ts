import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface Load {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly requests: number;
}

export interface Target {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const CONNECTIONS = 16;
const WARM_UP_MS = 500;

/**
 * Keeps 16 connections busy, one request at a time on each, and reads only what it must of the replies (status and
 * length), so that the client costs far less than any server it measures. Rejects on a status other than 200.
 */
export async function load(target: Target, durationMs: number): Promise<Load> {
  const stop = performance.now() + WARM_UP_MS + durationMs;
  const from = performance.now() + WARM_UP_MS;
  const times = (
    await Promise.all(Array.from({ length: CONNECTIONS }, () => oneConnection(target, { from, stop })))
  ).flat();
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    requestsPerSecond: (times.length * 1000) / durationMs,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function requestText({ port, path, headers }: Target): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${lines.join('')}\r\n`;
}

function oneConnection(target: Target, { from, stop }: { from: number; stop: number }): Promise<number[]> {
  const text = requestText(target);
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const socket = connect(target.port, '127.0.0.1');
    socket.setNoDelay(true);
    let sent = 0;
    let received = '';
    const ask = () => {
      received = '';
      sent = performance.now();
      socket.write(text);
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`the server closed the connection:\n${received.slice(0, 500)}`)),
    );
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      const now = performance.now();
      if (!received.startsWith('HTTP/1.1 200')) end(socket, () => reject(new Error(received.slice(0, 500))));
      else if (now >= stop) end(socket, () => resolve(times));
      else {
        if (sent >= from) times.push(now - sent);
        ask();
      }
    });
  });
}

function end(socket: Socket, settle: () => void): void {
  socket.removeAllListeners('close');
  socket.destroy();
  settle();
}

/** Whether a reply has arrived to its last byte, by its length or its chunks. */
export function isWhole(reply: string): boolean {
  const head = reply.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(reply.slice(0, head + 2))?.[1];
  return length === undefined ? reply.endsWith('0\r\n\r\n') : reply.length >= head + 4 + Number(length);
}
