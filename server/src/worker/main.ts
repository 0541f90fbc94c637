import { workerProtocol } from '#links/worker-protocol';
import { onStop, receiveStart } from '#links/process-start';
import { startRunner } from '#queue/worker/runner';
import { apiIdentity } from '#system/process/identity';
import { serveRpc } from '#system/rpc/rpc-server';
import { WORKER_LOOPS, workerHandlers, workerTasks } from './features';
import { openNode, type StopSteps } from './open-node';

const stops: StopSteps = [];
const end = onStop(async () => {
  for (const stop of stops.reverse()) await stop();
});

const started = await receiveStart(end);
const { settings, isolation, places, databaseUrl: url } = started;
const node = await openNode(started, stops);
const { db, log } = node;

const runner = await startRunner({
  db,
  url,
  node: settings.NODE_NAME,
  tasks: workerTasks(node),
  log,
  onLockLost: () => process.exit(1),
});
stops.push(() => runner.stop());

for (const start of WORKER_LOOPS) {
  const loop = await start(node);
  if (loop) stops.push(() => loop.stop());
}

// Opened last, so that a caller who can connect finds a working worker.
const server = await serveRpc({
  protocol: workerProtocol,
  handlers: workerHandlers(node),
  socket: places.workerSocket,
  ...(isolation.is === 'separate' && { owner: { uid: 0, gid: apiIdentity(isolation).gid } }),
  onBug: (method, err) => log.error({ method, err }, 'bug'),
});
stops.push(() => server.close());
