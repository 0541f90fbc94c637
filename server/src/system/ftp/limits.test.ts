import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Client, FTPError } from 'basic-ftp';
import { makeTestFtp, type TestFtp } from '#testing/ftp-server';
import { run } from '#system/process/exec';

const PROGRAM = join(__dirname, '../../../ftp');

/** Calls one function of `limits.py` with JSON arguments for each row, and prints the results as JSON. */
const CALL = `
import json, sys
sys.path.insert(0, sys.argv[1])
import limits
call = getattr(limits, sys.argv[2])
results = [call(*row) for row in json.loads(sys.argv[3])]
print(json.dumps(results, default=lambda reply: reply.decode()))
`;

async function callLimits(name: string, rows: readonly (readonly unknown[])[]): Promise<readonly unknown[]> {
  const args = ['-I', '-B', '-c', CALL, PROGRAM, name, JSON.stringify(rows)];
  const { code, stdout, stderr } = await run({ file: '/usr/bin/python3', args });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as readonly unknown[];
}

/** The source under which the FTP server counts each address. @param publicAddresses of this machine */
const sourcesOf = (addresses: readonly string[], publicAddresses: readonly string[] = []) =>
  callLimits(
    'source_of',
    addresses.map((address) => [address, publicAddresses]),
  );

const interfaceAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map((own) =>
      own.family === 'IPv6' && own.scopeid > 0 ? `${own.address}%${own.scopeid}` : own.address,
    ),
  );

describe('the source that an address is counted under', () => {
  it('is the same for 127/8, the interfaces and the public addresses of this machine', async () => {
    const own = ['127.0.0.1', '127.200.9.1', '::1', ...interfaceAddresses(), '203.0.113.9'];
    expect(new Set(await sourcesOf(own, ['203.0.113.9']))).toEqual(new Set(['this machine']));
  });

  it('differs for each IPv4 address of other machines and for each IPv6 /48', async () => {
    const addresses = ['198.51.100.1', '198.51.100.2', '203.0.113.1', '2001:db8:1::1', '2001:db8:2::1'];
    const sources = await sourcesOf(addresses);
    expect(new Set(sources).size).toBe(5);
    expect(sources).not.toContain('this machine');
    expect(new Set(await sourcesOf(['2001:db8:1::1', '2001:db8:1:2::1', '2001:db8:1:ffff::9'])).size).toBe(1);
  });
});

describe('the limit per source', () => {
  it('refuses the source that has used it up, and serves another', async () => {
    const [local, alsoLocal, network, sameNetwork, other, otherNetwork] = await sourcesOf([
      ...['127.0.0.1', '127.0.0.9'],
      ...['2001:db8:1::1', '2001:db8:1:2::1'],
      ...['198.51.100.1', '2001:db8:2::1'],
    ]);
    const connected = [local, local, network, network];
    const replyTo = async (source: unknown) =>
      (await callLimits('refusal', [[connected, source, 100, 2]]))[0];
    const refused = '421 Too many clients are connected from your address.\r\n';
    expect([await replyTo(alsoLocal), await replyTo(sameNetwork)]).toEqual([refused, refused]);
    expect([await replyTo(other), await replyTo(otherNetwork)]).toEqual([null, null]);
  });

  it('refuses every source when all sessions are taken', async () => {
    const full = '421 Too many clients are connected. Try again later.\r\n';
    expect(await callLimits('refusal', [[['198.51.100.1', '198.51.100.2'], '203.0.113.1', 2, 2]])).toEqual([
      full,
    ]);
  });
});

describe('the limit per host', () => {
  let ftp: TestFtp;
  const clients: Client[] = [];

  /** Signs in; the reply's code, and the words of a refusal. */
  const signIn = async (user: string): Promise<{ code: number; message: string }> => {
    const client = new Client(20_000);
    clients.push(client);
    const { FTP_PORT: port } = ftp.settings;
    return client.access({ host: '127.0.0.1', port, user, password: 'right' }).then(
      ({ code, message }) => ({ code, message }),
      (error: unknown) => {
        if (error instanceof FTPError) return { code: error.code, message: error.message };
        throw error;
      },
    );
  };
  const signInUntilServed = async (user: string) => {
    while ((await signIn(user)).code === 421);
  };

  beforeAll(async () => {
    ftp = await makeTestFtp({ env: { FTP_BIND: '127.0.0.1' } });
    const { first } = ftp.settings.HOST_UIDS;
    const roots = [await ftp.host('vh41001', first), await ftp.host('vh41002', first + 1)];
    ftp.check = ({ account }) => {
      const index = account === 'one' ? 0 : 1;
      return { is: 'in', uid: first + index, root: roots[index] ?? '', quotaBytes: null };
    };
  });
  afterAll(async () => {
    clients.forEach((client) => client.close());
    await ftp.close();
  });

  it('answers the 21st session of a host 421 and serves other hosts, also after a restart', async () => {
    const replies = await Promise.all(Array.from({ length: 24 }, () => signIn('one')));
    expect(replies.filter(({ code }) => code === 421)).toHaveLength(4);
    const [refused] = replies.filter(({ code }) => code === 421);
    expect(refused?.message).toContain('Too many clients are signed in to this site.');
    expect((await signIn('other')).code).toBeLessThan(300);
    await ftp.restart('left');
    expect((await signIn('one')).code).toBe(421);
    clients.splice(0).forEach((client) => client.close());
    await signInUntilServed('one');
  });
});
