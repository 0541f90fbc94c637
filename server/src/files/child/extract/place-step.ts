import { z } from 'zod';
import { isOneName } from '../history/bin-note';
import type { Name } from '../tree/walk';

const WireName = z.union([z.string(), z.object({ bytes: z.base64() })]);
const Step = z.object({
  /** Path below the host's root. */
  to: z.array(WireName).min(1).max(1024),
  /** Inode of the placed entry; absent: a folder that was created. */
  ino: z.number().optional(),
  /** Modification time of a placed file, ms. */
  mtimeMs: z.number().optional(),
  /** The replaced entry is kept under this name. */
  old: z.number().int().optional(),
});

export interface PlaceStep {
  readonly to: readonly Name[];
  readonly ino?: number | undefined;
  readonly mtimeMs?: number | undefined;
  readonly old?: number | undefined;
}

const toWire = (name: Name) => (typeof name === 'string' ? name : { bytes: name.toString('base64') });
const fromWire = (name: z.infer<typeof WireName>): Name =>
  typeof name === 'string' ? name : Buffer.from(name.bytes, 'base64');

/** The tenant may write these lines too: each name has to be a single component. */
const isWithin = ({ to }: PlaceStep): boolean => to.every((name) => isOneName(Buffer.from(name)));

/** Undefined for a broken line: a kill may cut the last one, and the host may write here. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Undefined for a broken line. */
export function stepIn(line: string): PlaceStep | undefined {
  const { data } = Step.safeParse(parseLine(line));
  if (!data) return undefined;
  const step = { ...data, to: data.to.map(fromWire) };
  return isWithin(step) ? step : undefined;
}

export const lineOf = ({ to, ino, mtimeMs, old }: PlaceStep): string =>
  JSON.stringify({ to: to.map(toWire), ino, mtimeMs, old });

/** Whether a line may be one of a step, without the cost of parsing it. */
export const mayBeStep = (line: string): boolean => line.startsWith('{"to":[') && line.endsWith('}');
