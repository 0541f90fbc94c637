/** A `Date` header has no fractions: its moment lies within this many ms after it. */
const HEADER_STEP_MS = 1000;

/** When a request left and when its reply was there, by the browser's clock, ms since 1970. */
export interface Journey {
  readonly sent: number;
  readonly came: number;
}

/** What is to be added to the browser's clock to have the server's lies between these, ms. */
interface Bounds {
  readonly from: number;
  readonly to: number;
}

export interface ServerClock {
  /** The server's time, ms since 1970. */
  now: () => number;
  /** Learns from the `Date` header of a reply. */
  hear: (header: string | undefined, journey: Journey) => void;
}

function boundsOf(header: string | undefined, { sent, came }: Journey): Bounds | undefined {
  const stamped = header === undefined ? NaN : Date.parse(header);
  return Number.isNaN(stamped) ? undefined : { from: stamped - came, to: stamped + HEADER_STEP_MS - sent };
}

/** What both say; the newer alone where they exclude each other: one of the two clocks was set. */
function narrowed(known: Bounds | undefined, heard: Bounds): Bounds {
  if (!known) return heard;
  const both = { from: Math.max(known.from, heard.from), to: Math.min(known.to, heard.to) };
  return both.from <= both.to ? both : heard;
}

/** Nothing is corrected while the two clocks may agree. */
function skewOf({ from, to }: Bounds): number {
  return from <= 0 && to >= 0 ? 0 : Math.round((from + to) / 2);
}

/** The server's clock as far as its replies tell it; the browser's before the first one. */
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
