import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface Load {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly requests: number;
}

export interface Target {
  /** Port of this machine, or a unix socket. */
  readonly at: { readonly port: number } | { readonly path: string };
  /** `Host` header; `localhost` by default. */
  readonly host?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 200 | 304;
}

const CONNECTIONS = 16;

/**
 * Keeps 16 connections busy with one request at a time each. It reads only status and length of the replies, so that
 * the client costs far less than any server it measures. Rejects on another status.
 */
export async function measureLoad(target: Target, durationMs: number): Promise<Load> {
  const stop = performance.now() + durationMs;
  const times = (
    await Promise.all(Array.from({ length: CONNECTIONS }, () => oneConnection(target, stop)))
  ).flat();
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    requestsPerSecond: (times.length * 1000) / durationMs,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function requestText({ host = 'localhost', path, headers }: Target): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`;
}

/** Milliseconds of each request until `stop`. A server may close a connection after a reply, as nginx does. */
async function oneConnection(target: Target, stop: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < stop) times.push(...(await untilClosed(target, stop)));
  return times;
}

function untilClosed(target: Target, stop: number): Promise<number[]> {
  const text = requestText(target);
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const socket = connect('port' in target.at ? { ...target.at, host: '127.0.0.1' } : target.at);
    socket.setNoDelay(true);
    let sent = 0;
    let received = '';
    const request = () => {
      received = '';
      sent = performance.now();
      socket.write(text);
    };
    const end = (settle: () => void) => {
      socket.removeAllListeners('close');
      socket.destroy();
      settle();
    };
    socket.on('connect', request);
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`the connection was cut in a reply: ${received.slice(0, 500)}`)),
    );
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isComplete(received)) return;
      const now = performance.now();
      if (!received.startsWith(`HTTP/1.1 ${target.status}`)) {
        end(() => reject(new Error(received.slice(0, 500))));
        return;
      }
      times.push(now - sent);
      if (now >= stop || /\r\nconnection: close\r\n/i.test(received)) end(() => resolve(times));
      else request();
    });
  });
}

/** Whether a reply has arrived to its last byte, by its length or its chunks; a 304 has neither. */
export function isComplete(reply: string): boolean {
  const head = reply.indexOf('\r\n\r\n');
  if (head < 0) return false;
  if (reply.startsWith('HTTP/1.1 304')) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(reply.slice(0, head + 2))?.[1];
  return length === undefined ? reply.endsWith('0\r\n\r\n') : reply.length >= head + 4 + Number(length);
}
