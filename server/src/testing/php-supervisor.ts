import { createInterface } from 'node:readline';
import { z } from 'zod';
import { findEngines } from '../system/engines';
import { isolationHere } from '../system/identity';
import { placesOf } from '../system/places';
import { PhpMasters } from '../system/supervise/php-masters';

/** A supervisor of PHP alone: puts in force what is on disk at its start and at each line of its input. */
const [data, pids] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(2));
const isolation = isolationHere();
const places = placesOf(data, isolation);
const { php: engine } = await findEngines();
if (!engine) throw new Error('php-fpm is missing');
const room = { pids, logs: places.logs, say: (line: string) => console.error(line) };
const masters = new PhpMasters({ engine, places, isolation, room });
await masters.bring();
console.log('in force');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') break;
  await masters.bring();
  console.log('in force');
}
await masters.end();
process.exit(0);
