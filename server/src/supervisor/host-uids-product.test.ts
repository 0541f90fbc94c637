import { sql } from 'kysely';
import { isolationHere } from '#system/process/identity';
import { readSettings, type Settings } from '#system/settings/settings';
import { checkHostUids } from './host-uids';
import { makeTestDb, type TestDb } from '#testing/state';
import { setHostUids } from '#state/host-uids';

function settingsWith(range: string): Settings {
  const read = readSettings({ HOST_UIDS: range }, isolationHere());
  if (read.is !== 'ok') throw new Error(read.lines.join());
  return read.settings;
}

describe('the uid of a new host', () => {
  let test: TestDb;
  beforeEach(async () => {
    test = await makeTestDb();
  });
  afterEach(() => test.close());
  const next = async () => {
    const { rows } = await sql<{ uid: string }>`select nextval('host_uid') as uid`.execute(test.db);
    return Number(rows[0]?.uid);
  };
  const setTo = (first: number, last: number) => setHostUids(test.db, { first, last });
  const check = (range: string) => checkHostUids(test.url, settingsWith(range));

  it('comes from the configured range, also when many processes set it at once', async () => {
    await Promise.all([1, 2, 3].map(() => setTo(45_001, 45_003)));
    expect([await next(), await next(), await next()]).toEqual([45_001, 45_002, 45_003]);
    await expect(next()).rejects.toThrow('host_uid');
    await setTo(45_001, 45_004);
    expect(await next()).toBe(45_004);
  });

  it('belongs to one host forever, even if the range changes', async () => {
    await setTo(45_001, 45_100);
    await next();
    await next();
    await setTo(40_000, 45_100);
    expect(await next()).toBe(45_003);
    await setTo(46_000, 46_100);
    expect(await next()).toBe(46_000);
    await expect(check('45001-45100')).rejects.toThrow('uids up to 46000 were already given');
    await expect(check('45001-46000')).resolves.toBeUndefined();
  });

  it('refuses a start whose range lacks the uid of an existing host, and names the host', async () => {
    await expect(check('45001-45100')).resolves.toBeUndefined();
    await sql`insert into account (code, name) values ('ac1', 'a')`.execute(test.db);
    await sql`insert into host (code, account_code, host_name, password_hash, uid, node, language, product_type,
      instance_type, os_type, plugin, remark)
      values ('vh10001', 'ac1', 'a', 'x', 20001, 'local', 'PHP', 'x', 'x', 'x', 0, '')`.execute(test.db);
    await expect(check('45001-45100')).rejects.toThrow(
      'HOST_UIDS: host vh10001 has uid 20001, which is not in 45001-45100',
    );
    await expect(check('20001-45100')).resolves.toBeUndefined();
  });

  it.each(['0-100', '20001', '500-600', '19000-20500', '19990-19999', '60000-65534', '30000-20001'])(
    'is refused if it is %s',
    (range) => {
      const read = readSettings({ HOST_UIDS: range }, isolationHere());
      expect(read).toMatchObject({ is: 'refused', lines: [expect.stringMatching(/^HOST_UIDS: uids /)] });
    },
  );

  it('comes from 20001 to 59999 by default', () => {
    expect(settingsWith('').HOST_UIDS).toEqual({ first: 20_001, last: 59_999 });
  });
});
