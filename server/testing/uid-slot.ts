import { isolationHere, type UidRange } from '#system/process/identity';
import { claimUids } from '#supervisor/uid-claim';
import { StartRefusal } from '#supervisor/start-refusal';

/** Outside the default of `HOST_UIDS`, so that an installation on this machine has other uids than the tests. */
const FIRST = 12_001;
const LAST = 19_800;
const PER_SLOT = 200;
const SLOTS = (LAST - FIRST + 1) / PER_SLOT;
/** Tests have their own folder of claims: the product that a test starts claims the same uids again. */
const CLAIMS = '/run/sitedeck-test-uids';

export interface UidSlot {
  readonly uids: UidRange;
  /** In the format of `HOST_UIDS`. */
  readonly text: string;
  release(): Promise<void>;
}

/** Starts at a random slot, so that simultaneous tests try different ones. */
let next = Math.floor(Math.random() * SLOTS);

/**
 * Claims uids that no other test, test run or installation on this machine uses. They are free again when
 * this process ends.
 */
export async function claimUidSlot(slots = 1): Promise<UidSlot> {
  for (let tries = 0; tries < SLOTS; tries++) {
    next = (next + 1) % (SLOTS - slots + 1);
    const first = FIRST + next * PER_SLOT;
    const uids = { first, last: first + PER_SLOT * slots - 1 };
    const slot = { uids, text: `${uids.first}-${uids.last}` };
    // Without root every process has this process's uid.
    if (isolationHere().is === 'single') return { ...slot, release: () => Promise.resolve() };
    try {
      const claim = await claimUids(uids, `process ${process.pid}`, CLAIMS);
      return { ...slot, release: () => claim.release() };
    } catch (error) {
      if (!(error instanceof StartRefusal)) throw error;
    }
  }
  throw new Error('Every slot of uids is taken');
}
