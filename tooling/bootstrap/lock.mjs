import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `body` while no other process holds `file`; the lock of a dead process is ignored.
 * @template T
 * @param {string} file
 * @param {() => void} onWait called once when another process holds the lock
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function exclusively(file, onWait, body) {
  mkdirSync(dirname(file), { recursive: true });
  for (let hasWaited = false; !take(file); hasWaited = true) {
    if (!hasWaited) onWait();
    await sleep(200);
  }
  try {
    return await body();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(holder(file))) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // A file without a number is just being written.
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
