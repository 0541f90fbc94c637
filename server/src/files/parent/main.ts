import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { FileRecords } from '#features/files/parent/file-records';
import { makeTaskStore } from '#queue/task-store';
import { isSuspended } from '#sites/is-suspended';
import { openDb } from '#state/db';
import { listenForChanges } from '#state/live';
import { migrate } from '#state/migrate';
import { makeFileParent } from './parent';
import { fileProtocol } from '#files/link/protocol';
import type { Cages } from '#system/cage/engine';
import { findCages } from '#system/cage/find-cages';
import { installationShares } from '#system/cage/shares/installation';
import { apiIdentity, WEB_GID } from '#system/process/identity';
import { processLog } from '#system/process/process-log';
import { onStop, receiveStart } from '#links/process-start';
import { serveRpc } from '#system/rpc/rpc-server';

const stops: (() => Promise<void>)[] = [];
const end = onStop(async () => {
  for (const stop of stops.reverse()) await stop();
});

const start = await receiveStart(end);
const { settings, isolation, places, bundle, databaseUrl: url, frontDoor } = start;
const log = processLog('files', settings);
const apiGid = apiIdentity(isolation).gid;

const cages: Cages = start.cages === 'on' ? await findCages(isolation) : { is: 'off', why: 'rights' };

const db = openDb(url, { max: 2 });
stops.push(() => db.destroy());
await migrate(db);

const records = new FileRecords({ db, node: settings.NODE_NAME, store: makeTaskStore(db), log });
const parent = makeFileParent({
  script: join(bundle, 'child.mjs'),
  hosts: places.hosts,
  sockets: places.childSockets,
  handover: places.handover,
  isolation,
  cages,
  shares: installationShares(start.shares, settings),
  ...(isolation.is === 'separate' && { socketOwner: { uid: 0, gid: frontDoor ? WEB_GID : apiGid } }),
  isSuspended: (hostCode) => isSuspended(db, hostCode),
  onUpload: (hostCode: HostCode, report) => records.upload(hostCode, report),
  onStream: (_hostCode, taskId, report) => records.stream(taskId, report),
  onGone: (hostCode, lastOutput) => {
    if (lastOutput !== '') log.warn({ host: hostCode, lastWords: lastOutput }, 'a child ended');
  },
});
stops.push(async () => {
  await parent.close();
  await records.close();
});

const feed = await listenForChanges(url, {
  onChange: (change) => {
    if (change.is === 'task') void records.cancelled(change.id, (taskId) => parent.stopStream(taskId));
  },
  onConnected: () => undefined,
});
stops.push(() => feed.close());

// Listens last, so that a caller that can connect finds a working service.
const server = await serveRpc({
  protocol: fileProtocol,
  handlers: parent.handlers,
  socket: places.filesSocket,
  ...(isolation.is === 'separate' && { owner: { uid: 0, gid: apiGid } }),
  onBug: (method, err) => log.error({ method, err }, 'bug'),
});
stops.push(() => server.close());
