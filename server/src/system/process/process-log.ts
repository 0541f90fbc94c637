import { writeSync } from 'node:fs';
import { pino, type Logger } from 'pino';
import type { Settings } from '#system/settings/settings';

const STDOUT = 1;

/**
 * pino's own writer retries forever when the disk is full, and the process hangs. This writer drops the line
 * instead.
 */
const lines = {
  write: (line: string): void => {
    try {
      writeSync(STDOUT, line);
    } catch {
      // The failure can't be logged either.
    }
  },
};

/**
 * The log of a process of the product: JSON lines on standard output, which the supervisor writes to a file.
 */
export const processLog = (part: string, settings: Pick<Settings, 'LOG_LEVEL'>): Logger =>
  pino({ level: settings.LOG_LEVEL, base: { part } }, lines);
