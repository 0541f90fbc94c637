import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { onStop, receiveStart } from '#links/process-start';
import { processLog } from '#system/process/process-log';
import { openMailService } from './mail-service';

const stops: (() => Promise<void>)[] = [];
const end = onStop(async () => {
  for (const stop of stops.reverse()) await stop();
});

const { settings, places } = await receiveStart(end);
const { MAIL_RELAY: relay, NODE_NAME: node } = settings;
if (relay === undefined) throw new Error('MAIL_RELAY is not set');

const log = processLog('mail', settings);
const doors = await openMailService({ mail: places.mail, node, relay, log, now: Date.now });
stops.push(() => doors.stop());

// The supervisor connects to it, to find out whether hosts can send.
const alive = createServer((socket) => socket.destroy());
await rm(places.mail.alive, { force: true });
alive.listen(places.mail.alive);
await once(alive, 'listening');
