import { once } from 'node:events';
import { createServer } from 'node:net';
import { findProgram, run } from '#system/process/exec';
import { isolationHere, type UidRange } from '#system/process/identity';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import { applyDirectMail, dropRules } from './direct-mail';

const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
const isolation = isolationHere();
/** For documentation; no machine has them. */
const ELSEWHERE = ['203.0.113.9', '2001:db8::9'] as const;

describeAsRoot('port 25 of other machines', () => {
  let slot: UidSlot;
  let isPossible = false;

  const rulesOf = async ({ first }: UidRange) => {
    const ip = (await findProgram('ip')) ?? '';
    const listed = await Promise.all(['-4', '-6'].map((family) => run({ file: ip, args: [family, 'rule'] })));
    return listed.map(({ stdout }) =>
      stdout.split('\n').filter((line) => line.includes(`uidrange ${first}-`)),
    );
  };
  /** What a program under a uid gets from a connection. */
  const connect = async (uid: number, address: string, port: number) => {
    const command = {
      file: '/bin/bash',
      args: ['-c', `exec 3<>/dev/tcp/${address}/${port} && echo connected`],
    };
    const { stdout, stderr } = await run(command, { identity: { uid, gid: uid }, timeoutMs: 3000 });
    if (stderr.includes('Permission denied')) return 'refused';
    return stdout.trim() === 'connected' ? 'connected' : 'not refused';
  };
  const apply = (uids: UidRange, isPermitted = false) => applyDirectMail({ isolation, uids, isPermitted });

  beforeAll(async () => {
    slot = await claimUidSlot();
    isPossible = (await apply(slot.uids)).is === 'closed';
    if (!isPossible) console.warn('this machine permits no routing rules');
  });
  afterEach(() => dropRules(slot.uids));
  afterAll(() => slot.release());

  it('refuses hosts, by IPv4 and IPv6, and no one else', async () => {
    if (!isPossible) return;
    const { first, last } = slot.uids;
    expect(await apply(slot.uids)).toEqual({ is: 'closed' });
    for (const address of ELSEWHERE) {
      expect(await connect(first, address, 25)).toBe('refused');
      expect(await connect(last, address, 25)).toBe('refused');
      expect(await connect(last + 1, address, 25)).not.toBe('refused');
      expect(await connect(0, address, 25)).not.toBe('refused');
      // Submission needs a login.
      expect(await connect(first, address, 587)).not.toBe('refused');
    }
  }, 60_000);

  it('does not concern addresses of this machine, as the guide says', async () => {
    if (!isPossible) return;
    await apply(slot.uids);
    const server = createServer((socket) => socket.end()).listen(25, '127.0.0.1');
    const [isOpen] = await Promise.race([
      once(server, 'listening').then(() => [true]),
      // The machine has a mail server of its own.
      once(server, 'error').then(() => [false]),
    ]);
    expect(await connect(slot.uids.first, '127.0.0.1', 25)).toBe('connected');
    if (isOpen) server.close();
  });

  it('has one rule per family however often it is closed, and none of an earlier range', async () => {
    if (!isPossible) return;
    const { first, last } = slot.uids;
    // As a killed start with a shorter range would leave it.
    await apply({ first, last: last - 10 });
    await apply(slot.uids);
    await apply(slot.uids);
    expect((await rulesOf(slot.uids)).map((rules) => rules.length)).toEqual([1, 1]);
    await dropRules(slot.uids);
    expect((await rulesOf(slot.uids)).flat()).toEqual([]);
  });

  it('opens where the operator permits it, also after a killed start that closed it', async () => {
    if (!isPossible) return;
    await apply(slot.uids);
    expect(await apply(slot.uids, true)).toEqual({ is: 'open', why: 'setting' });
    expect((await rulesOf(slot.uids)).flat()).toEqual([]);
    expect(await connect(slot.uids.first, ELSEWHERE[0], 25)).not.toBe('refused');
  });
});

it('says that port 25 is open where all programs share one uid', async () => {
  const single = { is: 'single', uid: 1000, gid: 1000 } as const;
  const uids = { first: 20_001, last: 20_002 };
  expect(await applyDirectMail({ isolation: single, uids, isPermitted: false })).toEqual({
    is: 'open',
    why: 'root',
  });
});
