import { UNDO_MS } from '@sitedeck/contract';

/** When a safety point of now goes. */
export const undoUntil = (now: number): Date => new Date(now + UNDO_MS);
