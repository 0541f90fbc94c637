import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, changeSite, writeSampleSite, SITE_SIZE } from '../backup-sites';
import { measureLoad } from '../load';
import type { OwnSite } from '../own-site';
import { inPairs, median, medianOf } from '../pairs';
import { measurePipe, measureProgram, timeRows, type SpentTime } from '../measure-program';
import { scratchFolder } from '../started';
import type { Row } from '../table';

const RATIO_MAX = 1.1;
const OF_GZIP = 0.35;
const OF_REST = 2;
/** Gzip takes long, and about the same each time. */
const GZIP_ROUNDS = 2;
const LOAD_MS = 2000;
const ANSWER_ROUNDS = 3;

/** @returns a new site each time, on its own host */
type FreshSite = () => Promise<OwnSite>;

/** A restic repository that was made by hand, beside the product's own. */
interface ManualRepository {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

function manualRepository(scratch: string, name: string): ManualRepository {
  const folder = join(scratch, name);
  const env = {
    RESTIC_REPOSITORY: folder,
    RESTIC_PASSWORD: 'a password for the bench',
    RESTIC_CACHE_DIR: `${folder}-cache`,
  };
  return { folder, env };
}

/** Runs restic with the same low priority as the product, so that both wait the same way on a busy machine. */
const restic = ({ env }: ManualRepository, args: readonly string[]): Promise<SpentTime> =>
  measureProgram({ file: 'nice', args: ['-n', '15', 'restic', '--quiet', ...args], env });

/** The first backup of a site into an existing repository. */
async function fullRows(fresh: FreshSite, scratch: string, rounds: number): Promise<readonly Row[]> {
  const { root } = await fresh();
  const pairs = await inPairs(rounds, {
    peer: async () => {
      const repository = manualRepository(scratch, 'full');
      await restic(repository, ['init']);
      const spent = await restic(repository, ['backup', root]);
      rmSync(repository.folder, { recursive: true });
      return spent;
    },
    own: async () => backUp(await fresh()),
  });
  const gzips: number[] = [];
  for (let round = 0; round < Math.min(GZIP_ROUNDS, rounds); round += 1)
    gzips.push(
      (await measurePipe('tar -cf - "$1" 2>/dev/null | gzip > "$2"', [root, join(scratch, 'site.tgz')]))
        .cpuSeconds,
    );
  const [theirs, ours] = [median(gzips), medianOf(pairs.own, ({ cpuSeconds }) => cpuSeconds)];
  const job = `first backup of ${SITE_SIZE}`;
  return [
    ...timeRows(job, pairs, { name: 'restic', cpu: RATIO_MAX, wall: RATIO_MAX }),
    {
      job: `${job}: CPU`,
      unit: 's',
      peer: { name: 'tar, gzip', value: theirs },
      limit: `≤ ${OF_GZIP}x`,
      own: ours,
      met: ours <= OF_GZIP * theirs,
    },
  ];
}

/** The next backup after one file of a hundred has changed; both sides get the same changes. */
async function changedRows(site: OwnSite, scratch: string, rounds: number): Promise<readonly Row[]> {
  const repository = manualRepository(scratch, 'changed');
  await restic(repository, ['init']);
  await restic(repository, ['backup', site.root]);
  await backUp(site);
  let turns = 0;
  const changed = async (run: () => Promise<SpentTime>): Promise<SpentTime> => {
    if (turns % 2 === 0) changeSite(site);
    turns += 1;
    return run();
  };
  const pairs = await inPairs(rounds, {
    peer: () => changed(() => restic(repository, ['backup', site.root])),
    own: () => changed(() => backUp(site)),
  });
  return timeRows('backup of 1 % changed', pairs, { name: 'restic', cpu: RATIO_MAX, wall: RATIO_MAX });
}

/** Delay of visitors during a first backup. */
async function answerRow(fresh: FreshSite, rounds: number): Promise<Row> {
  const p99 = async ({ port, name }: OwnSite): Promise<number> => {
    const target = { at: { port }, host: name, path: '/', headers: {}, status: 200 } as const;
    return (await measureLoad(target, LOAD_MS)).p99Ms;
  };
  const resting = await fresh();
  const { peer, own } = await inPairs(Math.min(ANSWER_ROUNDS, rounds), {
    peer: () => p99(resting),
    own: async () => {
      const site = await fresh();
      const [during] = await Promise.all([p99(site), backUp(site)]);
      return during;
    },
  });
  const [rest, during] = [median(peer), median(own)];
  return {
    job: 'a site answers during its backup: p99',
    unit: 'ms',
    peer: { name: 'at rest', value: rest },
    limit: `≤ ${OF_REST}x`,
    own: during,
    met: during <= OF_REST * rest,
  };
}

/** Backups beside restic by hand, which has neither queue nor safety measures, and their effect on visitors. */
export async function backupRows(
  freshWith: (sample: string) => Promise<OwnSite>,
  rounds: number,
): Promise<readonly Row[]> {
  const scratch = await scratchFolder();
  try {
    const sample = join(scratch.path, 'sample');
    writeSampleSite(sample);
    const fresh = () => freshWith(sample);
    return [
      ...(await fullRows(fresh, scratch.path, rounds)),
      ...(await changedRows(await fresh(), scratch.path, rounds)),
      await answerRow(fresh, rounds),
    ];
  } finally {
    await scratch.remove();
  }
}
