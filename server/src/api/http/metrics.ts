import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CallTimes } from './call-times';
import { faultReply } from './fault-reply';
import { checkKey, type FindKey } from './provider-gate';
import { mailMetrics } from './mail-metrics';
import { sendFault } from './reply';
import { shareMetrics } from './share-metrics';
import { isolationLevel, type IsolationFacts } from '#system/cage/isolation-level';
import type { MailFacts } from '#system/mail/mail-use';
import { localeOf } from '#system/text/accept-language';

export interface Metrics {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  /** @param seconds from arrival to reply */
  readonly observe: (call: string, result: string, seconds: number) => void;
  /**
   * Durations and errors that pages report about remotes. The caller has checked that the remote's version
   * exists.
   */
  readonly remotes: RemoteTimes;
}

interface RemoteLabels {
  readonly name: string;
  readonly version: string;
}

interface RemoteTimes {
  readonly loaded: (remote: RemoteLabels, seconds: number) => void;
  readonly failed: (remote: RemoteLabels, stage: string) => void;
}

function remoteTimes(registry: Registry): RemoteTimes {
  const loads = new Histogram({
    name: 'sitedeck_remote_loads_seconds',
    help: 'Time from the request for a remote until it was drawn, as pages report it',
    labelNames: ['remote', 'version'],
    buckets: [0.1, 0.3, 0.5, 1, 2, 4, 8, 30, 120],
    registers: [registry],
  });
  const errors = new Counter({
    name: 'sitedeck_remote_errors_total',
    help: 'Remotes that failed in a page, by stage',
    labelNames: ['remote', 'version', 'stage'],
    registers: [registry],
  });
  return {
    loaded: ({ name: remote, version }, seconds) => loads.observe({ remote, version }, seconds),
    failed: ({ name: remote, version }, stage) => errors.inc({ remote, version, stage }),
  };
}

/** How programs of hosts are kept apart. */
function isolationMetrics(registry: Registry, facts: IsolationFacts): void {
  const cages = new Gauge({
    name: 'sitedeck_cages',
    help: '1 if programs of hosts run in cages on this machine, 0 if it permits none',
    registers: [registry],
  });
  cages.set(facts.cages === 'off' ? 0 : 1);
  const level = new Gauge({
    name: 'sitedeck_isolation_level',
    help: 'How programs of hosts are kept apart: 1 cages, uids and shares, 2 cages and uids, 3 cages under one uid, 4 uids, 5 not at all',
    registers: [registry],
  });
  level.set(isolationLevel(facts));
}

interface MetricsParts extends IsolationFacts {
  /** Undefined in tests without mail. */
  readonly mail?: MailFacts | undefined;
}

export function makeMetrics({ mail, ...facts }: MetricsParts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  isolationMetrics(registry, facts);
  const updateShares = shareMetrics(registry, facts.shares);
  const updateMail = mail ? mailMetrics(registry, mail) : () => Promise.resolve();
  // Counted by us and reported on request: the library's counting would cost as much as all checks of a call.
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
    remotes: remoteTimes(registry),
    contentType: registry.contentType,
    text: async () => {
      await Promise.all([updateShares(), updateMail()]);
      return `${await registry.metrics()}\n${times.text()}`;
    },
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
      await checkKey(request.headers.authorization, (scopes) => scopes.includes('metrics'), findKey);
    } catch (error) {
      const locale = localeOf(request.headers['accept-language']);
      return sendFault(reply, faultReply(error, { style: 'provider', locale, requestId: request.id }));
    }
    reply.header('content-type', metrics.contentType);
    return metrics.text();
  });
}
