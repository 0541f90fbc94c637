import { connect } from 'node:net';

const CONNECT_MS = 1000;

/**
 * Connects to a pool once. php-fpm starts a worker when somebody connects and none is idle: a visitor who is queued
 * behind workers that have ended would wait for the next one to come along. Where nobody listens nothing waits.
 */
export function wakePool(socket: string): Promise<void> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => connection.end());
    connection.setTimeout(CONNECT_MS, () => connection.destroy());
    connection.on('error', () => undefined);
    connection.on('close', () => resolve());
    connection.resume();
  });
}
