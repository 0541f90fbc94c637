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

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'sitedeck_calls_total',
    help: 'Calls by name and result (ok or the reason of the fault)',
    labelNames: ['call', 'result'],
    registers: [registry],
  });
  const time = new Histogram({
    name: 'sitedeck_call_seconds',
    help: 'Time from arrival to reply',
    labelNames: ['call'],
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5, 30],
    registers: [registry],
  });
  // Looking a label up costs more than counting: each pair is looked up once.
  const counters = new Map<string, Counter.Internal>();
  const timers = new Map<string, Histogram.Internal<'call'>>();
  const counterOf = (call: string, result: string): Counter.Internal => {
    const key = `${call} ${result}`;
    const known = counters.get(key) ?? calls.labels(call, result);
    counters.set(key, known);
    return known;
  };
  const timerOf = (call: string): Histogram.Internal<'call'> => {
    const known = timers.get(call) ?? time.labels(call);
    timers.set(call, known);
    return known;
  };
  return {
    registry,
    observe: (call, result, seconds) => {
      counterOf(call, result).inc();
      timerOf(call).observe(seconds);
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
