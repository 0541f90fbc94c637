import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { CallTimes } from './call-times';
import { wireFault } from './fault-wire';
import { checkKey, type FindKey } from './provider-gate';
import { sendFault } from './reply';
import { localeOf } from '../system/accept-language';

export interface Metrics {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  /** @param seconds from arrival to reply */
  readonly observe: (call: string, result: string, seconds: number) => void;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Counted by ourselves and told when asked: the library's own counting costs as much as a call's gate.
  const times = new CallTimes();
  const counts = new Map<string, Map<string, number>>();
  const calls: Counter<'call' | 'result'> = new Counter({
    name: 'sitedeck_calls_total',
    help: 'Calls by name and result (ok or the reason of the fault)',
    labelNames: ['call', 'result'],
    registers: [registry],
    collect: () => {
      calls.reset();
      for (const [call, results] of counts)
        for (const [result, count] of results) calls.inc({ call, result }, count);
    },
  });
  const newCall = (call: string): Map<string, number> => {
    const results = new Map<string, number>();
    counts.set(call, results);
    return results;
  };
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${times.text()}`,
    observe: (call, result, seconds) => {
      const results = counts.get(call) ?? newCall(call);
      results.set(result, (results.get(result) ?? 0) + 1);
      times.add(call, seconds);
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
    reply.header('content-type', metrics.contentType);
    return metrics.text();
  });
}
