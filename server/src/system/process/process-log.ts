import { writeSync } from 'node:fs';
import { pino, type Logger } from 'pino';
import type { Settings } from '#system/settings/settings';

const STDOUT = 1;

/** pino's own writer tries for ever when the disk is full, and the process hangs with it. Here a line is lost instead. */
const lines = {
  write: (line: string): void => {
    try {
      writeSync(STDOUT, line);
    } catch {
      // Nowhere to say so.
    }
  },
};

/** The log of one of our processes: JSON lines on standard output, which its keeper leads into a file. */
export const processLog = (part: string, settings: Pick<Settings, 'LOG_LEVEL'>): Logger =>
  pino({ level: settings.LOG_LEVEL, base: { part } }, lines);
