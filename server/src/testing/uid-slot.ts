import { isolationHere, type UidRange } from '../system/identity';
import { claimUids } from '../system/supervise/uid-claim';
import { StartRefusal } from '../system/supervise/start-refusal';

/** Beside the default of `HOST_UIDS`: an installation that runs on this machine has other uids than any test. */
const FIRST = 12_001;
const LAST = 19_800;
const PER_SLOT = 200;
const SLOTS = (LAST - FIRST + 1) / PER_SLOT;
/** A claim of a test is none of the product's: the product that it starts claims the same uids for itself. */
const CLAIMS = '/run/sitedeck-test-uids';

export interface UidSlot {
  readonly uids: UidRange;
  /** As `HOST_UIDS` has it. */
  readonly text: string;
  release(): Promise<void>;
}

/** Starts at another one each time: whoever looks for one at the same moment looks elsewhere. */
let next = Math.floor(Math.random() * SLOTS);

/** Uids of hosts that no other test, test run or installation on this machine has; they are free again when we end. */
export async function claimUidSlot(): Promise<UidSlot> {
  for (let tries = 0; tries < SLOTS; tries++) {
    next = (next + 1) % SLOTS;
    const first = FIRST + next * PER_SLOT;
    const uids = { first, last: first + PER_SLOT - 1 };
    const slot = { uids, text: `${uids.first}-${uids.last}` };
    // Without root nothing runs under another uid than ours.
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
