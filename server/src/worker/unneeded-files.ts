import { sweepPackages } from '#features/apps/worker/sweep-packages';
import { sweepImages } from '#features/site-image/worker/sweep-images';
import { repeat, type Loop } from '#system/concurrency/repeat';
import type { WorkerNode } from './open-node';

/** Pause between two removals, ms. */
const PAUSE_MS = 60_000;

/** Removes files of deleted images, and packages of apps that nothing needs any more. */
export function sweepUnneeded({ db, started: { places }, log }: WorkerNode): Loop {
  const sweep = async () => {
    await sweepImages({ db, folder: places.images });
    await sweepPackages({ db, packages: places.appPackages });
  };
  return repeat(sweep, {
    pauseMs: PAUSE_MS,
    startsAtOnce: true,
    onFailed: (err) => log.warn({ err }, 'unneeded images or packages could not be removed'),
  });
}
