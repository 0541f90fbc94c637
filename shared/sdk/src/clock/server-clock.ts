/** A `Date` header has no fractions: the real time is up to this many ms later. */
const HEADER_STEP_MS = 1000;

/** When a request left and when its reply arrived, by the browser's clock, ms since 1970. */
export interface RoundTrip {
  readonly sent: number;
  readonly came: number;
}

/** Bounds of the difference between the server's clock and the browser's, ms. */
interface Bounds {
  readonly from: number;
  readonly to: number;
}

export interface ServerClock {
  /** The server's time, ms since 1970. */
  now: () => number;
  /** Learns from the `Date` header of a reply. */
  hear: (header: string | undefined, journey: RoundTrip) => void;
}

function boundsOf(header: string | undefined, { sent, came }: RoundTrip): Bounds | undefined {
  const stamped = header === undefined ? NaN : Date.parse(header);
  return Number.isNaN(stamped) ? undefined : { from: stamped - came, to: stamped + HEADER_STEP_MS - sent };
}

/** The intersection of both ranges; the newer alone when they don't overlap, since one of the two clocks was set. */
function narrowed(known: Bounds | undefined, heard: Bounds): Bounds {
  if (!known) return heard;
  const both = { from: Math.max(known.from, heard.from), to: Math.min(known.to, heard.to) };
  return both.from <= both.to ? both : heard;
}

/** The smallest correction within the range; none while the two clocks may agree. */
function skewOf({ from, to }: Bounds): number {
  return from <= 0 && to >= 0 ? 0 : Math.round((from + to) / 2);
}

/** The server's clock, as known from its replies; the browser's before the first one. */
export function makeServerClock(browser: () => number = () => Date.now()): ServerClock {
  let known: Bounds | undefined;
  return {
    now: () => browser() + (known ? skewOf(known) : 0),
    hear: (header, journey) => {
      const heard = boundsOf(header, journey);
      if (heard) known = narrowed(known, heard);
    },
  };
}
