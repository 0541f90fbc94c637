import { SESSION_ENDINGS, type Fault } from '@sitedeck/contract';

/** The request did not get through, or the node was restarting: the same request may succeed later. */
const PASSING_REASONS: ReadonlySet<string> = new Set(['offline', 'engine-down', 'upload-cut', 'incomplete']);
const PASSING_CODES: ReadonlySet<string> = new Set(['429', '502', '503', '504']);

export const isPassing = (fault: Fault): boolean =>
  PASSING_REASONS.has(fault.reason) || PASSING_CODES.has(fault.code);

/** Nothing can be sent now, whichever file it is; what arrived is kept until its owner goes on. */
const INTERRUPTIONS: ReadonlySet<string> = new Set([
  ...SESSION_ENDINGS,
  'portal-silent',
  'host-changed',
  'host-blocked',
  'workspace-busy',
]);

/** Nothing more of this upload is taken. */
const FINAL_REASONS: ReadonlySet<string> = new Set(['not-allowed', 'upload-unknown', 'upload-stopped']);

export const isInterruption = (fault: Fault): boolean => INTERRUPTIONS.has(fault.reason);
export const isFinal = (fault: Fault): boolean => isInterruption(fault) || FINAL_REASONS.has(fault.reason);

/** The upload is over on the server: what is still to come needs another. */
export const isOver = ({ reason }: Fault): boolean =>
  reason === 'upload-unknown' || reason === 'upload-stopped';

/** Everything was sent and yet the server does not say the file is complete. */
export const incomplete = (path: string): Fault => ({ code: '500', reason: 'incomplete', message: path });

/** Waits before the next try, ms: doubling from half a second, at most this long. */
const LONGEST_WAIT_MS = 15_000;

/** Resolves after the wait, sooner when the browser is back online or the upload is cancelled. */
export function pauseBeforeRetry(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      globalThis.removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.min(500 * 2 ** attempt, LONGEST_WAIT_MS));
    signal.addEventListener('abort', finish);
    globalThis.addEventListener('online', finish);
  });
}
