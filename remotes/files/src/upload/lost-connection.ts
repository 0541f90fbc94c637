import { SESSION_ENDINGS, type Fault } from '@sitedeck/contract';

/** Faults after which the same request may succeed later: lost connections and restarting nodes. */
const PASSING_REASONS: ReadonlySet<string> = new Set(['offline', 'engine-down', 'upload-cut', 'incomplete']);
const PASSING_CODES: ReadonlySet<string> = new Set(['429', '502', '503', '504']);

export const isTemporary = (fault: Fault): boolean =>
  PASSING_REASONS.has(fault.reason) || PASSING_CODES.has(fault.code);

/** Faults that pause the upload until the user resumes; what arrived is kept. */
const INTERRUPTIONS: ReadonlySet<string> = new Set([
  ...SESSION_ENDINGS,
  'portal-silent',
  'host-changed',
  'host-blocked',
  'workspace-busy',
]);

/** Faults that end the upload. */
const FINAL_REASONS: ReadonlySet<string> = new Set(['not-allowed', 'upload-unknown', 'upload-stopped']);

export const isInterruption = (fault: Fault): boolean => INTERRUPTIONS.has(fault.reason);
export const isFinal = (fault: Fault): boolean => isInterruption(fault) || FINAL_REASONS.has(fault.reason);

/** Whether the server has ended the upload, so that the rest needs a new one. */
export const isUploadOver = ({ reason }: Fault): boolean =>
  reason === 'upload-unknown' || reason === 'upload-stopped';

/** Fault for a file that was sent completely but not confirmed. */
export const incompleteFault = (path: string): Fault => ({
  code: '500',
  reason: 'incomplete',
  message: path,
});

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
