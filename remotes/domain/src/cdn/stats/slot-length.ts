import type { SlotLength } from '@sitedeck/ui/chart';
import type { CdnRange } from './use-stats';

/** How long the slots of a range last. */
export const slotLengthOf = (range: CdnRange): SlotLength => (range === '24h' ? 'hour' : 'day');
