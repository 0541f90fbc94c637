import type { FastifyInstance } from 'fastify';
import { providerCalls } from '@sitedeck/contract';
import type { Handlers } from '../handlers';
import { makeApp } from './app';
import { serveMetrics, type Metrics } from './metrics';
import { makeProviderGate, type FindKey } from './provider-gate';
import { serve, type ServeParts } from './serve';

export interface ProviderListenerParts extends Pick<
  ServeParts,
  'record' | 'log' | 'verifyReplies' | 'observe' | 'onChanged'
> {
  readonly handlers: Handlers<typeof providerCalls>;
  readonly findKey: FindKey;
  readonly metrics: Metrics;
}

/** The provider's own listeners: bearer keys, real status codes, metrics. On a unix socket callers have no address. */
export async function makeProvider({
  handlers,
  findKey,
  metrics,
  ...parts
}: ProviderListenerParts): Promise<FastifyInstance> {
  const app = makeApp('provider');
  serve(
    app,
    { calls: providerCalls, handlers },
    {
      ...parts,
      style: 'provider',
      admit: makeProviderGate(findKey),
      visitor: () => Promise.resolve(undefined),
      addressOf: ({ raw }) => raw.socket?.remoteAddress ?? 'local',
    },
  );
  serveMetrics(app, metrics, findKey);
  return app;
}
