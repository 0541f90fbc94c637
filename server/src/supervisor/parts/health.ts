import { request } from 'node:http';
import { connect } from 'node:net';

const ANSWER_MS = 2000;

/** Whether a server accepts connections on a unix socket. */
export function acceptsConnections(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = connect(socket);
    const settle = (answer: boolean) => {
      link.destroy();
      resolve(answer);
    };
    link.setTimeout(ANSWER_MS, () => settle(false));
    link.once('connect', () => settle(true));
    link.once('error', () => settle(false));
  });
}

/** Whether a path answers 200 on a unix socket. */
export function repliesOk(socketPath: string, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ socketPath, path, agent: false, timeout: ANSWER_MS }, (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    });
    asking.once('timeout', () => asking.destroy());
    asking.once('error', () => resolve(false));
    asking.end();
  });
}

type Address = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * Whether a server that speaks first begins with these characters. A connection alone proves nothing: the supervisor's
 * listener accepts connections even while its part is down.
 */
export function sendsGreeting(to: Address, beginning: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = connect(to);
    const settle = (answer: boolean) => {
      link.destroy();
      resolve(answer);
    };
    link.setTimeout(ANSWER_MS, () => settle(false));
    link.once('data', (bytes) => settle(bytes.toString('latin1').startsWith(beginning)));
    link.once('error', () => settle(false));
    link.once('end', () => settle(false));
  });
}
