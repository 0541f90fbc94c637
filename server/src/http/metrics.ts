import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, collectDefaultMetrics, Registry } from 'prom-client';
import { wireFault } from './fault-wire';
import { checkKey, type FindKey } from './provider-gate';
import { sendFault } from './reply';
import { localeOf } from './visit';

export interface Metrics {
  readonly registry: Registry;
  /** @param seconds from arrival to reply */
  readonly observe: (call: string, result: string, seconds: number) => void;
}

interface Tally {
  readonly results: Map<string, number>;
  readonly time: Histogram.Internal<'call'>;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Counted by ourselves and told when asked: the library's own counting costs as much as a call's gate.
  const tallies = new Map<string, Tally>();
  const calls: Counter<'call' | 'result'> = new Counter({
    name: 'sitedeck_calls_total',
    help: 'Calls by name and result (ok or the reason of the fault)',
    labelNames: ['call', 'result'],
    registers: [registry],
    collect: () => {
      calls.reset();
      for (const [call, { results }] of tallies)
        for (const [result, count] of results) calls.inc({ call, result }, count);
    },
  });
  const time = new Histogram({
    name: 'sitedeck_call_seconds',
    help: 'Time from arrival to reply',
    labelNames: ['call'],
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5, 30],
    registers: [registry],
  });
  const newTally = (call: string): Tally => {
    const tally = { results: new Map<string, number>(), time: time.labels(call) };
    tallies.set(call, tally);
    return tally;
  };
  return {
    registry,
    observe: (call, result, seconds) => {
      const tally = tallies.get(call) ?? newTally(call);
      tally.results.set(result, (tally.results.get(result) ?? 0) + 1);
      tally.time.observe(seconds);
    },
  };
}

export function serveMetrics(app: FastifyInstance, metrics: Metrics, findKey: FindKey): void {
  app.get('/metrics', async (request, reply) => {
    try {
      await checkKey(request.headers.authorization, 'metrics', findKey);
    } catch (error) {
      const locale = localeOf(request.headers['accept-language']);
      return sendFault(reply, wireFault(error, { style: 'provider', locale, requestId: request.id }));
    }
    reply.header('content-type', metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
