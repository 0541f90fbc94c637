import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeFtpLogin } from '#features/session/api/ftp-login';
import type { FileService } from '#files/link/protocol';
import type { StartedProcess } from '#links/process-start';
import { fileTarget } from '#sites/file-target';
import type { Db } from '#state/db';
import { makeNetworkOf } from '#system/egress/network-of';
import { serveFtpSignIns } from '#system/ftp/sign-in';
import { hostRoot } from '#system/settings/paths';
import type { ApiCore } from './api-core';

interface FtpLinks {
  readonly db: Db;
  readonly log: Logger;
  readonly service: FileService;
}

/** Answers the sign-ins of this node's FTP server; undefined if it has none. */
export function serveFtpServer(started: StartedProcess, core: ApiCore, { db, log, service }: FtpLinks) {
  const { places, settings, ftp } = started;
  if (ftp.is === 'off') return undefined;
  const check = makeFtpLogin({
    db,
    node: settings.NODE_NAME,
    delay: core.delay,
    networkOf: makeNetworkOf(settings.PUBLIC_IPS),
    record: core.record,
    isLocked: async (hostCode) => (await core.tasks.lockedBy(hostCode)) !== undefined,
    rootOf: (host, view) => {
      if (view === 'whole') return hostRoot(places, host.code);
      return ftp.canBeReadOnly ? join(places.ftp.readOnly, host.code) : undefined;
    },
    prepareShare: async ({ code }) => {
      await service.call('prepareShare', { hostCode: code });
    },
    countQuota: async (host) => {
      await service.call('countForFtp', fileTarget(host));
    },
    now: Date.now,
  });
  const onBug = (err: unknown) => log.error({ err }, 'bug in a sign-in by FTP');
  return serveFtpSignIns({ socket: places.ftp.socket, check, onBug });
}
