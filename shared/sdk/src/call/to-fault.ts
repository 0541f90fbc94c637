import type { Fault } from '@sitedeck/contract';

/** By shape, never by class: a fault may come from another bundle. */
export function isFault(error: unknown): error is Fault {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'reason' in error &&
    typeof error.reason === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

/** Turns anything thrown into a fault that can be shown. */
export function toFault(error: unknown): Fault {
  if (isFault(error)) return error;
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: '0', reason: 'aborted', message: error.message };
  }
  return { code: '0', reason: 'unexpected', message: error instanceof Error ? error.message : String(error) };
}
