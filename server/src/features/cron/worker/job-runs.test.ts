import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { CRON_OUTPUT_BYTES, CRON_RUNS_KEPT, HostCode, type CronRun } from '@sitedeck/contract';
import { findCages } from '#system/cage/find-cages';
import { findProgram } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { makeTestApi, type TestApi } from '#testing/api';
import { Portal } from '#testing/browser';
import { itCaged } from '#testing/it-caged';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import { closeLostRuns, readRuns, type CronJobRow, type CronRunRow } from '../job-store';
import { writeCliIni } from '#system/php/cli-ini';
import { findShares } from '#system/cage/shares/find-shares';
import { removeAllGroups } from '#system/cage/shares/groups';
import { HostShares } from '#system/cage/shares/host-shares';
import { EQUAL_WEIGHT, type Shares } from '#system/cage/shares/shares';
import { itWithShares } from '#testing/it-with-shares';
import { JobRuns, type JobRunsParts } from './job-runs';

/** Starts itself again under another group, closes what it inherited and ignores signals. */
const RESPAWNING = `#!/bin/sh
trap '' TERM INT HUP
exec </dev/null >/dev/null 2>&1
date > alive
sleep 0.05
setsid "$0" &
`;

const LIMITS = {
  memoryBytes: 256 * 1024 ** 2,
  processes: 100,
  cpuPercent: 100,
  cpuWeight: EQUAL_WEIGHT,
  ioWeight: EQUAL_WEIGHT,
};

describe('a run of a scheduled job', () => {
  let api: TestApi;
  let slot: UidSlot;
  let folder: string;
  let shares: Shares;
  let runs: JobRuns | undefined;
  let parts: JobRunsParts | undefined;
  let hosts: readonly HostCode[];

  const uidOf = (host: HostCode) => slot.uids.first + hosts.indexOf(host);
  const first = () => hosts[0] ?? HostCode.parse('none');
  const jobRuns = () => {
    if (!runs) throw new Error('no cage here');
    return runs;
  };
  const addJob = (command: string, host = first()): Promise<CronJobRow> =>
    api.test.db
      .insertInto('cron_job')
      .values({ host_code: host, name: 'job', schedule: '* * * * *', command })
      .returningAll()
      .executeTakeFirstOrThrow();
  const start = (job: CronJobRow) => jobRuns().start(job, { at: new Date(), isManual: true });
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(20);
  };
  const newest = async (job: CronJobRow): Promise<CronRunRow | undefined> =>
    (await readRuns(api.test.db, job.id))[0];
  const reach = (job: CronJobRow, ...states: CronRun['state'][]) =>
    until(async () => {
      const run = await newest(job);
      return run !== undefined && states.includes(run.state);
    });
  const outputOf = async (job: CronJobRow) => {
    const { output } = await api.test.db
      .selectFrom('cron_run')
      .select('output')
      .where('job_id', '=', job.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return output?.toString('utf8') ?? '';
  };
  /** Runs a command to its end. */
  const result = async (command: string, host = first()) => {
    const job = await addJob(command, host);
    await start(job);
    await reach(job, 'ok', 'failed', 'timeout', 'ended', 'interrupted', 'missed');
    return { job, run: await newest(job), output: await outputOf(job) };
  };
  const processes = async (host = first()) => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const statuses = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
    );
    return statuses.filter((status) => status.includes(`\nUid:\t${uidOf(host)}\t`)).length;
  };
  const inTree = (host: HostCode, path: string) => join(folder, host, 'wwwroot', path);

  beforeAll(async () => {
    api = await makeTestApi();
    slot = await claimUidSlot();
    folder = await mkdtemp('/var/tmp/sitedeck-cron-');
    const portal = new Portal(api);
    const account = await portal.account();
    const names = ['cronone', 'crontwo'];
    hosts = await Promise.all(names.map(async (name) => HostCode.parse(await portal.host(account, name))));
    for (const host of hosts) {
      for (const path of ['', 'wwwroot', 'tmp']) {
        await mkdir(join(folder, host, path), { recursive: true });
        if (isolationHere().is === 'separate')
          await chown(join(folder, host, path), uidOf(host), uidOf(host));
      }
      await writeFile(inTree(host, 'respawn'), RESPAWNING, { mode: 0o755 });
      await api.test.db
        .updateTable('host')
        .set({ uid: uidOf(host) })
        .where('code', '=', host)
        .execute();
    }
    const [cages, prlimit] = [await findCages(isolationHere()), await findProgram('prlimit')];
    shares = await findShares({
      cages,
      name: `sitedeck-cron-${slot.uids.first}`,
    });
    if (cages.is === 'off' || prlimit === undefined) return;
    parts = {
      ...{ cages: cages.engine, prlimit, isolation: isolationHere(), db: api.test.db, now: Date.now },
      ...{
        shares: shares.is === 'on' ? new HostShares(shares.groups, () => LIMITS) : undefined,
        readable: [join(folder, 'for-all')],
        isFull: () => Promise.resolve(false),
      },
      mailFolderOf: async () => join(folder, 'for-all'),
      env: await writeCliIni(join(folder, 'for-all'), {
        databaseSocket: '/run/of-the-database.sock',
        sendmail: undefined,
      }),
      rootOf: (host) => join(folder, host),
      log: pino({ level: 'silent' }),
    };
    runs = new JobRuns(parts);
  });
  afterAll(async () => {
    await runs?.stop();
    if (shares.is === 'on') await removeAllGroups(shares.groups);
    await api.close();
    await slot.release();
    await rm(folder, { recursive: true, force: true });
  });

  itCaged('records output, exit status, start and end', async () => {
    const { run, output } = await result('echo one; echo two >&2; echo three');
    expect(output).toBe('one\ntwo\nthree\n');
    expect(run).toMatchObject({ state: 'ok', exit_status: 0, is_manual: true, output_bytes: 14, skipped: 0 });
    expect(run?.ended_at?.getTime()).toBeGreaterThanOrEqual(run?.started_at?.getTime() ?? Infinity);
    expect((await result('echo no; exit 3')).run).toMatchObject({ state: 'failed', exit_status: 3 });
    expect((await result('no-such-program')).output).toContain('not found');
    expect((await result('kill -9 $$')).run).toMatchObject({ state: 'failed', exit_status: 137 });
  });

  itCaged('passes its command to the shell as it is', async () => {
    const { output } = await result(`echo "$0" '$0' $((1+1)) "a'b" \\"; printf '%s' '%d\\n'`);
    expect(output).toBe(`/bin/sh $0 2 a'b "\n%d\\n`);
  });

  itCaged('runs in the document root, under the uid of its host, with the environment of a job', async () => {
    const host = first();
    const root = join(folder, host);
    const { output } = await result('id -u; pwd; env | sort');
    expect(output.trim().split('\n')).toEqual([
      `${uidOf(host)}`,
      join(root, 'wwwroot'),
      `HOME=${join(root, 'tmp')}`,
      'LANG=C.UTF-8',
      'LC_ALL=C.UTF-8',
      'PATH=/usr/local/bin:/usr/bin:/bin',
      `PHP_INI_SCAN_DIR=:${join(folder, 'for-all/cli')}`,
      `PWD=${join(root, 'wwwroot')}`,
      'SHELL=/bin/sh',
      `TMPDIR=${join(root, 'tmp')}`,
    ]);
    const other = hosts[1] ?? host;
    expect((await result(`ls ${join(folder, other)}`)).output).toContain('No such file');
  });

  itCaged('keeps the end of a long output, and replaces no byte of it in the store', async () => {
    const { run, output } = await result('head -c 3000000 /dev/zero | tr "\\0" x; printf "\\377end"');
    expect(run).toMatchObject({ state: 'ok', output_bytes: 3_000_004 });
    expect(output.endsWith('x\uFFFDend')).toBe(true);
    expect(Buffer.byteLength(output)).toBe(CRON_OUTPUT_BYTES + 2);
  });

  itCaged('ends with everything that its command has started', async () => {
    const { run } = await result(
      '(setsid sleep 300 &) ; ./respawn & until [ -e alive ]; do :; done; rm -f alive',
    );
    expect(run).toMatchObject({ state: 'ok' });
    await until(async () => (await processes()) === 0);
  });

  itWithShares('counts in the share of its host', async () => {
    const { output } = await result('cat /proc/self/cgroup');
    expect(output).toContain(`/sitedeck-cron-${slot.uids.first}/${first()}\n`);
  });

  itCaged('reaches the database as localhost by PHP on the command line', async () => {
    const script = 'print_r(parse_ini_file(trim(explode(",", php_ini_scanned_files())[0])));';
    const { output } = await result(`PHP_INI_SCAN_DIR="\${PHP_INI_SCAN_DIR#:}" php -r '${script}'`);
    expect(output).toContain('[mysqli.default_socket] => /run/of-the-database.sock');
    expect(output).toContain('[pdo_mysql.default_socket] => /run/of-the-database.sock');
    expect((await result("php -r 'echo php_ini_scanned_files();'")).output).toContain('sitedeck.ini');
  });

  itCaged('is killed at its limit, with a daemon that starts itself again', async () => {
    if (!parts) throw new Error('no cage here');
    const limited = new JobRuns({ ...parts, limitMs: 1000 });
    const job = await addJob('echo begun; ./respawn & trap "" TERM; while :; do sleep 1; done');
    await limited.start(job, { at: new Date(), isManual: false });
    await reach(job, 'timeout');
    expect(await newest(job)).toMatchObject({ exit_status: null, is_manual: false });
    expect(await outputOf(job)).toBe('begun\n');
    await until(async () => (await processes()) === 0);
  });

  itCaged('is refused while the last one goes on, and counts the times that are skipped', async () => {
    const job = await addJob('until [ -e go ]; do sleep 0.05; done; rm go');
    await start(job);
    await expect(start(job)).rejects.toThrow('cron-running');
    await jobRuns().skip(job.id);
    await jobRuns().skip(job.id);
    await writeFile(inTree(first(), 'go'), '');
    await reach(job, 'ok');
    expect(await newest(job)).toMatchObject({ skipped: 2 });
    expect(await readRuns(api.test.db, job.id)).toHaveLength(1);
  });

  itCaged('waits while three others of its host run, and does not delay another host', async () => {
    const wait = 'until [ -e go ]; do sleep 0.05; done';
    const jobs = await Promise.all([1, 2, 3, 4].map(() => addJob(wait)));
    for (const job of jobs) await start(job);
    await until(async () => {
      const states = await Promise.all(jobs.map(async (job) => (await newest(job))?.state));
      return states.filter((state) => state === 'running').length === 3;
    });
    expect((await result('true', hosts[1])).run).toMatchObject({ state: 'ok' });
    const states = await Promise.all(jobs.map(async (job) => (await newest(job))?.state));
    expect(states.sort()).toEqual(['running', 'running', 'running', 'waiting']);
    await writeFile(inTree(first(), 'go'), '');
    for (const job of jobs) await reach(job, 'ok');
    await rm(inTree(first(), 'go'));
  });

  itCaged('ends at once when its host is no longer served, and none starts then', async () => {
    const [one, two] = [await addJob('sleep 300'), await addJob('sleep 300', hosts[1])];
    await start(one);
    await start(two);
    await reach(one, 'running');
    await reach(two, 'running');
    const setSuspended = (suspended: boolean) =>
      api.test.db.updateTable('host').set({ suspended }).where('code', '=', first()).execute();
    await setSuspended(true);
    await jobRuns().keepOnly(new Set(hosts.slice(1)));
    expect(await processes()).toBe(0);
    await reach(one, 'ended');
    expect((await result('echo never')).run).toMatchObject({
      state: 'ended',
      started_at: null,
      output_bytes: 0,
    });
    expect(await newest(two)).toMatchObject({ state: 'running' });
    await setSuspended(false);
    await jobRuns().endJob(two.id);
    await reach(two, 'ended');
    expect(await processes(hosts[1])).toBe(0);
  });

  itCaged('disappears with its job while it goes on', async () => {
    const job = await addJob('sleep 300');
    await start(job);
    await reach(job, 'running');
    await api.test.db.deleteFrom('cron_job').where('id', '=', job.id).execute();
    await jobRuns().endJob(job.id);
    await until(() => Promise.resolve(!jobRuns().isActive(job.id)));
    expect(await processes()).toBe(0);
    expect(await readRuns(api.test.db, job.id)).toEqual([]);
  });

  itCaged('does not wait for a program outside that holds its output', async () => {
    const script = `
import os, socket, sys, time
there = os.path.join(os.environ["HOME"], "s")
def send():
  with socket.socket(socket.AF_UNIX) as s:
    s.connect(there); socket.send_fds(s, [b"x"], [1])
send()`;
    const holder = `
import os, socket, sys, time
s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); os.chmod(sys.argv[1], 0o777); s.listen(1)
c, _ = s.accept(); socket.recv_fds(c, 1, 1); time.sleep(60)`;
    const { start: startProgram, killGroup } = await import('#system/process/exec');
    const socket = join(folder, first(), 'tmp/s');
    const outside = startProgram(
      { file: '/usr/bin/python3', args: ['-c', holder, socket] },
      { stdio: 'ignore' },
    );
    await until(() => readdir(join(folder, first(), 'tmp')).then((names) => names.includes('s')));
    await writeFile(inTree(first(), 'send.py'), script);
    const { run } = await result('python3 send.py && echo sent');
    killGroup(outside.pid, 'SIGKILL');
    expect(run).toMatchObject({ state: 'ok', output_bytes: 5 });
  });

  itCaged('is read slowly while it prints without end', async () => {
    if (!parts) throw new Error('no cage here');
    const job = await addJob('yes');
    await new JobRuns({ ...parts, limitMs: 1500 }).start(job, { at: new Date(), isManual: false });
    await reach(job, 'timeout');
    const run = await newest(job);
    expect(run?.output_bytes).toBeGreaterThan(CRON_OUTPUT_BYTES);
    // It could print a hundred times as much.
    expect(run?.output_bytes).toBeLessThan(32 * 1024 * 1024);
  });

  itCaged('keeps the last results of each job', async () => {
    const job = await addJob('true');
    for (let count = 0; count < CRON_RUNS_KEPT + 2; count += 1) {
      await start(job);
      await until(() => Promise.resolve(!jobRuns().isActive(job.id)));
    }
    const { count } = await api.test.db
      .selectFrom('cron_run')
      .select((all) => all.fn.countAll<number>().as('count'))
      .where('job_id', '=', job.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(CRON_RUNS_KEPT);
  });

  itCaged('is interrupted when the worker stops', async () => {
    if (!parts) throw new Error('no cage here');
    const stopping = new JobRuns(parts);
    const job = await addJob('echo begun; sleep 300');
    await stopping.start(job, { at: new Date(), isManual: false });
    await reach(job, 'running');
    await stopping.stop();
    expect(await newest(job)).toMatchObject({ state: 'interrupted' });
    expect(await processes()).toBe(0);
  });

  it('is recorded as interrupted if a killed worker left it, on its own node only', async () => {
    const { db } = api.test;
    const job = await addJob('true');
    const at = new Date();
    const left = { job_id: job.id, at };
    await db
      .insertInto('cron_run')
      .values([
        { ...left, state: 'running', started_at: at },
        { ...left, state: 'waiting' },
        { ...left, state: 'ok' },
      ])
      .execute();
    const states = async () => (await readRuns(db, job.id)).map(({ state }) => state);
    await closeLostRuns(db, 'another', at);
    expect(await states()).toEqual(['ok', 'waiting', 'running']);
    await closeLostRuns(db, 'local', at);
    expect(await states()).toEqual(['ok', 'interrupted', 'interrupted']);
  });
});
