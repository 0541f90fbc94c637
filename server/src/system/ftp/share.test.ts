import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { Client } from 'basic-ftp';
import { findCages } from '#system/cage/find-cages';
import { findShares } from '#system/cage/shares/find-shares';
import { removeAllGroups } from '#system/cage/shares/groups';
import { HostShares } from '#system/cage/shares/host-shares';
import { groupFolders, type ShareGroups } from '#system/cage/shares/shares';
import { isolationHere } from '#system/process/identity';
import { childPids, livingPid } from '#system/process/pid-file';
import { makeTestFtp, type TestFtp } from '#testing/ftp-server';
import { itWithShares } from '#testing/it-with-shares';

const CODE = HostCode.parse('vh42001');
const LIMITS = {
  memoryBytes: 256 * 1024 ** 2,
  processes: 64,
  cpuPercent: 100,
  cpuWeight: 100,
  ioWeight: 100,
};

describe('FTP sessions on a machine with shares', () => {
  let ftp: TestFtp | undefined;
  let groups: ShareGroups | undefined;
  const clients: Client[] = [];

  const signIn = async (): Promise<Client> => {
    const client = new Client(20_000);
    clients.push(client);
    const port = ftp?.settings.FTP_PORT ?? 0;
    await client.access({ host: '127.0.0.1', port, user: 'mine', password: 'right' });
    return client;
  };

  beforeAll(async () => {
    const isolation = isolationHere();
    const cages = await findCages(isolation);
    const shares = await findShares({ cages, name: `sitedeck-ftp-${process.pid}` });
    if (shares.is === 'off') return;
    groups = shares.groups;
    ftp = await makeTestFtp({ env: { FTP_BIND: '127.0.0.1' }, shares });
    const uid = ftp.settings.HOST_UIDS.first;
    const root = await ftp.host(CODE, uid);
    ftp.check = () => ({ is: 'in', uid, root, quotaBytes: null });
  });
  afterEach(() => clients.splice(0).forEach((client) => client.close()));
  afterAll(async () => {
    await ftp?.close();
    if (groups) await removeAllGroups(groups);
  });

  itWithShares('are refused by a temporary fault while the share of their host is missing', async () => {
    await expect(signIn()).rejects.toMatchObject({ code: 421 });
  });

  itWithShares('belong to the share of their host’s files', async () => {
    if (!ftp || !groups) throw new Error('no shares here');
    await new HostShares(groups, () => LIMITS).ofFiles(CODE);
    await signIn();
    const { pidFile } = ftp.places.ftp;
    const daemon = (await livingPid(pidFile, pidFile)) ?? 0;
    const uid = ftp.settings.HOST_UIDS.first;
    let session: number | undefined;
    while (session === undefined) {
      await sleep(10);
      for (const pid of await childPids(daemon))
        if ((await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')).includes(`\nUid:\t${uid}\t`))
          session = pid;
    }
    const joined = (await readFile(`/proc/${session}/cgroup`, 'utf8'))
      .split('\n')
      .filter((line) => line.endsWith(`/${CODE}.files`));
    expect(joined).toHaveLength(groupFolders(groups).length);
  });
});
