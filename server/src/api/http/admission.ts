import { busyRefusal } from '#faults/refusal';

const KB = 1024;
const MB = 1024 * KB;

/** How much one caller, and all callers of its category, may have in progress in this process. */
export interface Limits {
  readonly callsOfOne: number;
  readonly callsInAll: number;
  /** Bytes of bodies, and of replies that the caller has not read yet. */
  readonly bytesOfOne: number;
  readonly bytesInAll: number;
}

/**
 * Limits per category of callers. `arrival`: a call whose session or key is still being looked up, counted by
 * its network; afterwards it counts for its host or key. `address`: a call that needs no session, counted by
 * its network.
 */
export const LIMITS = {
  arrival: { callsOfOne: 128, callsInAll: 4096, bytesOfOne: 0, bytesInAll: 0 },
  address: { callsOfOne: 128, callsInAll: 1024, bytesOfOne: 8 * MB, bytesInAll: 64 * MB },
  // Enough for two simultaneous saves of the largest text.
  host: { callsOfOne: 64, callsInAll: 1024, bytesOfOne: 64 * MB, bytesInAll: 256 * MB },
  key: { callsOfOne: 64, callsInAll: 256, bytesOfOne: 64 * MB, bytesInAll: 64 * MB },
} as const satisfies Readonly<Record<string, Limits>>;

export type CallerKind = keyof typeof LIMITS;
export type AllLimits = Readonly<Record<CallerKind, Limits>>;

/**
 * Bodies up to this size are admitted even while large ones use up the byte limit; the limit on calls bounds
 * them.
 */
const SMALL_BODY = 64 * KB;

class Load {
  calls = 0;
  bytes = 0;
}

interface CallerBudget {
  readonly limits: Limits;
  readonly all: Load;
  readonly own: Load;
  /** Called when the caller has no more calls in progress. */
  readonly empty: () => void;
}

/** The share of the limits that one call occupies, until it has settled and its body and reply are released. */
export class AdmissionShare {
  private bytes = 0;
  private isOpen = true;

  constructor(private readonly budget: CallerBudget) {
    budget.own.calls += 1;
    budget.all.calls += 1;
  }

  /** Reserves room for these bytes of the body before they are read. Refuses with `too-busy`. */
  reserve(bytes: number): void {
    const { limits, all, own } = this.budget;
    const isSmall = this.bytes + bytes <= SMALL_BODY;
    if (own.bytes + bytes > limits.bytesOfOne) throw busyRefusal();
    if (!isSmall && all.bytes + bytes > limits.bytesInAll) throw busyRefusal();
    this.hold(bytes);
  }

  /** Counts bytes that are already in memory, which leaves less for the caller's next body. */
  hold(bytes: number): void {
    if (!this.isOpen) return;
    this.bytes += bytes;
    this.budget.own.bytes += bytes;
    this.budget.all.bytes += bytes;
  }

  leave(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const load of [this.budget.own, this.budget.all]) {
      load.calls -= 1;
      load.bytes -= this.bytes;
    }
    if (this.budget.own.calls === 0) this.budget.empty();
  }
}

/**
 * Limits what callers have in progress, over all listeners of this process. It refuses a call (too-busy)
 * before reading its body, so that no caller can fill the shared memory.
 */
export class Admission {
  private readonly callers = new Map<string, Load>();
  private readonly all: Readonly<Record<CallerKind, Load>> = {
    arrival: new Load(),
    address: new Load(),
    host: new Load(),
    key: new Load(),
  };

  constructor(private readonly limits: AllLimits = LIMITS) {}

  /** @param name network, host code or name of a key. Refuses with `too-busy`. */
  enter(kind: CallerKind, name: string): AdmissionShare {
    const limits = this.limits[kind];
    const all = this.all[kind];
    const caller = `${kind} ${name}`;
    const own = this.callers.get(caller) ?? new Load();
    if (own.calls >= limits.callsOfOne || all.calls >= limits.callsInAll) throw busyRefusal();
    this.callers.set(caller, own);
    return new AdmissionShare({ limits, all, own, empty: () => this.callers.delete(caller) });
  }
}
