/** Upper bounds of the buckets, seconds. */
const BOUNDS = [0.002, 0.01, 0.05, 0.2, 1, 5, 30];

const NAME = 'sitedeck_call_seconds';

interface Times {
  /** Calls per bound; slower calls are only in `count`. */
  readonly within: number[];
  count: number;
  /** Sum of all durations, seconds. */
  sum: number;
}

function linesOf(call: string, { within, count, sum }: Times): string[] {
  let below = 0;
  const buckets = BOUNDS.map((bound, place) => {
    below += within[place] ?? 0;
    return `${NAME}_bucket{call="${call}",le="${bound}"} ${below}`;
  });
  return [
    ...buckets,
    `${NAME}_bucket{call="${call}",le="+Inf"} ${count}`,
    `${NAME}_sum{call="${call}"} ${sum}`,
    `${NAME}_count{call="${call}"} ${count}`,
  ];
}

/** Durations of calls, as a Prometheus histogram. Every request records one, so recording only adds numbers. */
export class CallTimes {
  private readonly times = new Map<string, Times>();

  /** @param call name of a call of the contract @param seconds from arrival to reply */
  add(call: string, seconds: number): void {
    const times = this.times.get(call) ?? this.begin(call);
    times.count += 1;
    times.sum += seconds;
    const place = BOUNDS.findIndex((bound) => seconds <= bound);
    if (place !== -1) times.within[place] = (times.within[place] ?? 0) + 1;
  }

  /** The histogram in Prometheus' text format. */
  text(): string {
    const lines = [...this.times].flatMap(([call, times]) => linesOf(call, times));
    return [`# HELP ${NAME} Time from arrival to reply`, `# TYPE ${NAME} histogram`, ...lines, ''].join('\n');
  }

  private begin(call: string): Times {
    const times = { within: BOUNDS.map(() => 0), count: 0, sum: 0 };
    this.times.set(call, times);
    return times;
  }
}
