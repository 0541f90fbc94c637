import { join } from 'node:path';
import { frontAddresses } from '../addresses';
import type { Isolation } from '../identity';
import type { NginxEngine } from '../nginx/engine';
import { renderFront } from '../nginx/front-conf';
import { instanceOf } from '../nginx/instance';
import { publishNginx } from '../nginx/publish';
import type { Places } from '../places';
import type { Settings } from '../settings';

interface FrontDoor {
  readonly engine: NginxEngine;
  readonly places: Places;
  readonly isolation: Isolation;
  readonly settings: Settings;
  readonly bundle: string;
}

/** Writes the front door's configuration and has the engine check it; a running one takes it over. */
export async function publishFront({
  engine,
  places,
  isolation,
  settings,
  bundle,
}: FrontDoor): Promise<void> {
  const { TLS_CERT: certificate, TLS_KEY: key } = settings;
  const files = renderFront({
    engine,
    instance: instanceOf(places, 'front'),
    workerUser: isolation.is === 'separate' ? 'www-data' : undefined,
    listen: frontAddresses(settings).map((address) => `${address}:${settings.PORT}`),
    tls: certificate !== undefined && key !== undefined ? { certificate, key } : undefined,
    trustProxy: settings.TRUST_PROXY,
    apiSocket: places.apiSocket,
    childSockets: places.childSockets,
    hostsFolder: places.hosts,
    accessLog: join(places.logs, 'front-access.log'),
    bundle,
  });
  await publishNginx(engine, instanceOf(places, 'front'), files);
}
