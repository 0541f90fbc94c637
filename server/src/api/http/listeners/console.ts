import type { FastifyInstance } from 'fastify';
import type { CallShape } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { addressReader, makeApp } from './app';
import type { Gate } from '../gate';
import { serve, type ServeParts } from '../serve';

export interface ConsoleParts extends Pick<
  ServeParts,
  'record' | 'log' | 'verifyReplies' | 'observe' | 'onChanged' | 'admission' | 'networkOf' | 'mayEmbed'
> {
  readonly gate: Gate;
  /** Addresses or networks of the proxies whose forwarded visitor addresses are trusted. */
  readonly trustProxy: readonly string[];
}

/** The console's listener with its calls. `console-app` adds pages and file routes. */
export async function makeConsole<C extends Readonly<Record<string, CallShape>>>(
  given: { readonly calls: C; readonly handlers: Handlers<C> },
  { gate, trustProxy, ...parts }: ConsoleParts,
): Promise<FastifyInstance> {
  const app = makeApp('console');
  serve(app, given, {
    ...parts,
    style: 'console',
    admit: gate.admit,
    checkLock: gate.checkLock,
    verify: gate.verify,
    visitor: gate.visitor,
    addressOf: addressReader(trustProxy),
  });
  return app;
}
