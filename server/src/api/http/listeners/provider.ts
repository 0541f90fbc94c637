import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { providerCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { makeApp } from './app';
import type { CallerGate } from './caller-gate';
import { serveMetrics, type Metrics } from '../metrics';
import { makeProviderGate, type FindKey } from '../provider-gate';
import { serve, type ServeParts } from '../serve';

/**
 * No front door protects this listener, so request heads must arrive quickly, ms. A package may take long on
 * a slow line.
 */
const PROVIDER_LIMITS = { headersTimeout: 20_000, requestTimeout: 3600_000 };

export interface ProviderListenerParts extends Pick<
  ServeParts,
  'record' | 'log' | 'verifyReplies' | 'observe' | 'onChanged' | 'admission' | 'networkOf'
> {
  readonly handlers: Handlers<typeof providerCalls>;
  readonly findKey: FindKey;
  readonly metrics: Metrics;
  /** Watches further servers of the application too. */
  readonly callers: CallerGate;
}

/** A caller on the unix socket has no address, whatever a header says. */
const addressOf = ({ raw }: FastifyRequest): string =>
  (raw as { socket: Socket | null }).socket?.remoteAddress ?? 'local';

/** The provider's listeners, with bearer keys, real status codes and metrics. */
export async function makeProvider({
  handlers,
  findKey,
  metrics,
  callers,
  ...parts
}: ProviderListenerParts): Promise<FastifyInstance> {
  const app = makeApp('provider', PROVIDER_LIMITS);
  callers.watch(app.server);
  app.addHook('onRequest', callers.onRequest);
  serve(
    app,
    { calls: providerCalls, handlers },
    {
      ...parts,
      style: 'provider',
      admit: makeProviderGate(findKey),
      visitor: () => Promise.resolve(undefined),
      addressOf,
    },
  );
  serveMetrics(app, metrics, findKey);
  return app;
}
