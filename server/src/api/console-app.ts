import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { consoleCalls } from '@sitedeck/contract';
import type { StartedProcess } from '#links/process-start';
import type { Db } from '#state/db';
import type { MayConnect } from '#system/callers/tenant-check';
import { makeNetworkOf } from '#system/egress/network-of';
import type { ApiCore } from './api-core';
import type { Handlers } from './calls/handlers';
import { addressReader } from './http/listeners/app';
import { serveChatbot } from './http/pages/chatbot';
import { makeConsole } from './http/listeners/console';
import { serveDocs } from './http/pages/docs';
import { serveEmbedLoader } from './http/pages/embed-loader';
import { serveFsGate, type OpenUpload } from './http/fs-gate';
import { serveToolGate } from './http/tool-gate';
import { serveHealth } from './http/health';
import { serveHelp } from './http/pages/help';
import { servePages } from './http/pages/pages';
import type { ServeParts } from './http/serve';
import { serveAssets } from './http/pages/static-assets';

export interface ConsoleAppParts {
  readonly started: StartedProcess;
  readonly core: ApiCore;
  readonly db: Db;
  readonly log: Logger;
  readonly handlers: Handlers<typeof consoleCalls>;
  readonly openUpload: OpenUpload;
  /** Whether the program at the other end of a connection may use the admin tool. */
  readonly mayUseTool: MayConnect;
}

/** What the console and the provider's API both need to serve calls. */
export const serveParts = (started: StartedProcess, core: ApiCore, log: Logger) => ({
  record: core.record,
  log,
  observe: core.metrics.observe,
  admission: core.admission,
  networkOf: makeNetworkOf(started.settings.PUBLIC_IPS),
});

/** The console's application: its calls, its pages, and the route that nginx asks about uploads. */
export async function openConsoleApp({
  started,
  core,
  db,
  log,
  handlers,
  openUpload,
  mayUseTool,
}: ConsoleAppParts): Promise<FastifyInstance> {
  const { settings, bundle, frontDoor, places } = started;
  const shell = join(bundle, 'shell');
  const { bootOf, offeredOrigin } = core.registry;
  const shared = serveParts(started, core, log);
  const trustProxy = settings.TRUST_PROXY;
  const addressOf = addressReader(trustProxy);
  const app = await makeConsole(
    { calls: consoleCalls, handlers },
    { ...shared, gate: core.gate, onChanged: core.onChanged, mayEmbed: core.mayEmbed, trustProxy },
  );
  const gateParts: ServeParts = {
    ...shared,
    style: 'console',
    admit: core.gate.admit,
    visitor: core.gate.visitor,
    addressOf,
  };
  serveHealth(app, db);
  serveDocs(app);
  await serveHelp(app, join(bundle, 'help'));
  if (frontDoor) {
    serveFsGate(app, openUpload, gateParts);
    serveToolGate(app, mayUseTool);
  } else await serveAssets(app, { shell, registry: places.registry });
  await serveEmbedLoader(app, shell);
  serveChatbot(app, { script: core.config.chatbotUrl, ancestors: settings.FRAME_ANCESTORS });
  await servePages(app, {
    shell,
    bootOf,
    offeredOrigin,
    config: core.config,
    visitor: core.gate.visitor,
    enter: (request) => shared.admission.enter('arrival', shared.networkOf(addressOf(request))),
    ancestors: settings.FRAME_ANCESTORS,
  });
  return app;
}
