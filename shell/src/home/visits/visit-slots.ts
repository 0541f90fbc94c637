import type { VISIT_RANGES, VisitSlot } from '@sitedeck/contract';
import type { SlotLength } from '@sitedeck/ui/chart';

export type VisitRange = (typeof VISIT_RANGES)[number];

/** The segments of a bar, from the bottom. */
export const KINDS = ['ok', 'redirect', 'clientError', 'serverError'] as const;
export type VisitKind = (typeof KINDS)[number];

export type VisitSums = Readonly<Record<VisitKind | 'requests' | 'bytes', number>>;

export function sumsOf(slots: readonly VisitSlot[]): VisitSums {
  const sum = (of: keyof VisitSums) => slots.reduce((all, slot) => all + slot[of], 0);
  return {
    requests: sum('requests'),
    bytes: sum('bytes'),
    ok: sum('ok'),
    redirect: sum('redirect'),
    clientError: sum('clientError'),
    serverError: sum('serverError'),
  };
}

/** How long the slots of a range last. */
export const slotLengthOf = (range: VisitRange): SlotLength => (range === '24h' ? 'hour' : 'day');
