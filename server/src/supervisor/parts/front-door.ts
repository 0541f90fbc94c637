import { access, constants, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { frontAddresses } from '#system/settings/addresses';
import type { AdminTool } from '#system/admin-tool/engine';
import { codeOf } from '#faults/error-code';
import type { Isolation } from '#system/process/identity';
import type { NginxEngine } from '#system/nginx/engine';
import { renderFront } from '#system/nginx/front/front-conf';
import type { ToolServer } from '#system/nginx/front/front-tool';
import { instanceOf } from '#system/nginx/instance';
import { publishNginx } from '#system/nginx/publish';
import type { Paths } from '#system/settings/paths';
import type { ProcessStart } from '#links/process-start';
import { isRefusal } from '#faults/refusal';
import { adminToolOrigin } from '#system/settings/console-addresses';
import type { Settings } from '#system/settings/settings';
import { StartRefusal } from '../start-refusal';

interface FrontDoor {
  readonly engine: NginxEngine;
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly settings: Settings;
  readonly bundle: string;
  /** File of the admin tool; undefined if the tool or its PHP is missing. */
  readonly adminTool: AdminTool | undefined;
}

function toolDoor({ places, settings, bundle, adminTool }: FrontDoor): ToolServer | undefined {
  if (!adminTool) return undefined;
  const origin = new URL(adminToolOrigin(settings));
  return {
    listen: frontAddresses(settings).map((address) => `${address}:${settings.ADMIN_TOOL_PORT}`),
    name: origin.hostname,
    secure: origin.protocol === 'https:',
    socket: places.tool.socket,
    scripts: join(bundle, 'admin-tool'),
    adminer: adminTool.file,
    tickets: places.tool.tickets,
    apiSocket: places.apiSocket,
  };
}

/** Refuses a certificate without its key, which would silently mean no TLS, and files that can't be read. */
export async function checkTls({ TLS_CERT, TLS_KEY }: Settings): Promise<void> {
  if ((TLS_CERT === undefined) !== (TLS_KEY === undefined)) {
    throw new StartRefusal('TLS_CERT and TLS_KEY belong together: one of them is missing');
  }
  for (const [name, file] of Object.entries({ TLS_CERT, TLS_KEY })) {
    if (file === undefined) continue;
    await access(file, constants.R_OK).catch((error: unknown) => {
      throw new StartRefusal(`${name}: ${file} can't be read: ${codeOf(error) ?? ''}`);
    });
  }
}

/** Certificate and key for an API that serves browsers without nginx. */
export async function readTls({ TLS_CERT, TLS_KEY }: Settings): Promise<Pick<ProcessStart, 'tls'>> {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return {};
  const [cert, key] = [await readFile(TLS_CERT, 'utf8'), await readFile(TLS_KEY, 'utf8')];
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartRefusal(
      `TLS_CERT and TLS_KEY can't be used together: ${error instanceof Error ? error.message : ''}`,
    );
  }
  return { tls: { cert, key } };
}

/** Writes the front door's configuration, has nginx check it, and reloads a running nginx. */
export async function publishFront(door: FrontDoor): Promise<void> {
  const { engine, places, isolation, settings, bundle } = door;
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
    registry: places.registry,
    tool: toolDoor(door),
  });
  await publishNginx(engine, instanceOf(places, 'front'), { files }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    const { detail } = error.detail.values ?? {};
    const words = typeof detail === 'string' ? detail : error.reason;
    throw new StartRefusal(`nginx refuses the configuration of the console: ${words}`);
  });
}
