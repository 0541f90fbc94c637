import { ScanVerdict } from '@sitedeck/contract';
import { z } from 'zod';

/** What the scanner is asked: one line of JSON each. The file's content has the number as its name. */
export const ScanRequest = z.object({ file: z.number().int().min(0), name: z.string(), size: z.number() });
export type ScanRequest = z.infer<typeof ScanRequest>;

/** What it answers, in the order of the requests. */
export const ScanReply = z.object({ file: z.number().int().min(0), verdict: ScanVerdict });
export type ScanReply = z.infer<typeof ScanReply>;

/** First line of the scanner. */
export const READY = 'ready';
