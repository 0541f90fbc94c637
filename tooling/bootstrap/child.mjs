import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

/**
 * The environment for programs we start: npm's own settings, given to every script, would steer pnpm.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutNpm(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
}

/**
 * @typedef {{ code: number, output: string }} Outcome code as a shell gives it: 128 + signal number when killed
 */

/**
 * Runs a program to its end and keeps its output, both streams in order of arrival.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export function capture(file, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    /** @type {Buffer[]} */
    const chunks = [];
    const keep = (/** @type {Buffer} */ chunk) => void chunks.push(chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const output = () => Buffer.concat(chunks).toString();
    // End the entire process group, so that a test runner's workers and browsers do not outlive it.
    const timer = setTimeout(
      () => {
        keep(Buffer.from(`\nstopped after ${(options.timeoutMs ?? 0) / 1000} s\n`));
        killGroup(child.pid, 'SIGKILL');
      },
      options.timeoutMs ?? 2 ** 31 - 1,
    );
    const stop = forwardSignals((signal) => killGroup(child.pid, signal));
    const end = (/** @type {number} */ code) => {
      clearTimeout(timer);
      stop();
      resolve({ code, output: output() });
    };
    child.on('error', (error) => {
      keep(Buffer.from(error.message));
      end(127);
    });
    child.on('close', (code, signal) => end(exitCode(code, signal)));
  });
}

/**
 * Runs a program in the foreground with our terminal; signals sent to us reach it.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code
 */
export function foreground(file, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: ROOT, env, stdio: 'inherit' });
    const stop = forwardSignals((signal) => {
      // At a terminal Ctrl-C has reached the whole group already.
      if (!(process.stdin.isTTY && signal === 'SIGINT')) child.kill(signal);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      stop();
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * Runs a program beside the one in the foreground. It and its own programs form a group, which Ctrl-C does not reach.
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {() => Promise<void>} ends the group, and resolves when the program is gone
 */
export function beside(file, args) {
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  /** @type {Promise<void>} */
  const gone = new Promise((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
  return () => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child.pid, 'SIGTERM');
    return gone;
  };
}

/**
 * @param {(signal: NodeJS.Signals) => void} deliver
 * @returns {() => void} removes the listeners
 */
function forwardSignals(deliver) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, deliver);
  return () => {
    for (const signal of signals) process.off(signal, deliver);
  };
}

/** @param {number | undefined} pid @param {NodeJS.Signals} signal */
function killGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
const exitCode = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 0);
