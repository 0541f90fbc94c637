import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Certificate } from '@sitedeck/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { readCertificate } from '#system/certificate/read-certificate';
import { storeSiteCertificate } from '#system/certificate/site-certificate-files';
import { CertificateAuthority } from '#testing/certificate-authority';
import { fingerprintOf, makeCertificate, type MadeCertificate } from '#testing/make-certificate';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';
import { servedFingerprint } from '#testing/tls-client';
import { makeApplyExpired } from './worker/expiry';
import { storeCertificate } from './worker/store-certificate';

const Listed = z.object({ certificates: z.array(Certificate) });
const Uploaded = z.object({ id: z.number().optional(), serves: z.array(z.string()) });

describe('the certificates of a site', () => {
  let sites: ServedSites;
  let site: ServedSite;
  let count = 0;

  const post = (path: string, json: unknown = {}, by = site) =>
    by.owner.request(`/api/certificate/${path}`, { method: 'POST', json });
  const upload = (made: MadeCertificate, more = {}, by = site) =>
    post('upload', { certificate: made.chain, privateKey: made.key, ...more }, by);
  const list = async () => Listed.parse((await post('list')).res).certificates;
  const served = () => servedFingerprint(sites.node.tlsPort, name());
  const name = () => `cert${count}.example`;
  const folder = () => join(sites.node.places.certificates, site.code);

  beforeAll(async () => {
    sites = await serveSites();
  });
  afterAll(() => sites.close());
  beforeEach(async () => {
    count += 1;
    site = await sites.site(`certified${count}`, 'HTML');
    await site.owner.request('/api/domain/bind', { method: 'POST', json: { domains: [name()] } });
  });

  it('serves an uploaded certificate at once, the newest one first, and falls back when it is removed', async () => {
    const [first, second] = [
      await makeCertificate([name()]),
      await makeCertificate([name(), 'more.example']),
    ];
    expect(Uploaded.parse((await upload(first)).res).serves).toEqual([name()]);
    expect(await served()).toBe(fingerprintOf(first.chain));
    const { id } = Uploaded.parse((await upload(second)).res);
    expect(await served()).toBe(fingerprintOf(second.chain));
    expect((await list()).map(({ fingerprint, serves }) => [fingerprint, serves])).toEqual([
      [second.fingerprint, [name()]],
      [first.fingerprint, []],
    ]);
    expect((await post('remove', { id })).code).toBe('200');
    expect(await served()).toBe(fingerprintOf(first.chain));
    expect(await readdir(folder())).toEqual([first.fingerprint]);
  });

  it('serves an older valid certificate once the newest has expired, and the newest if none is valid', async () => {
    const [older, newest] = [await makeCertificate([name()]), await makeCertificate([name()])];
    for (const made of [older, newest]) await upload(made);
    const { db, applySites } = sites.requestParts;
    let clock = Date.now();
    const applyExpired = makeApplyExpired({ db, node: 'local', now: () => clock, applySites });
    const expire = async ({ fingerprint }: MadeCertificate) => {
      const past = new Date(Date.now() - 1000);
      await sql`update certificate set not_after = ${past} where fingerprint = ${fingerprint}`.execute(db);
    };
    const serving = async () =>
      (await list()).filter(({ serves }) => serves.length > 0).map(({ fingerprint }) => fingerprint);
    expect(await served()).toBe(newest.fingerprint);
    clock -= 60_000;
    await applyExpired();
    await expire(newest);
    clock = Date.now();
    await applyExpired();
    expect([await served(), await serving()]).toEqual([older.fingerprint, [older.fingerprint]]);
    await expire(older);
    await applySites();
    expect([await served(), await serving()]).toEqual([newest.fingerprint, [newest.fingerprint]]);
  });

  it('stores nothing in a dry run', async () => {
    const reply = await upload(await makeCertificate([name()]), { dryRun: true });
    expect(Uploaded.parse(reply.res)).toEqual({ serves: [name()] });
    expect(await list()).toEqual([]);
    await expect(served()).rejects.toThrow(/unrecognized name/);
  });

  it('makes a certificate that is uploaded again the newest', async () => {
    const [first, second] = [await makeCertificate([name()]), await makeCertificate([name()])];
    for (const made of [first, second, first]) expect((await upload(made)).code).toBe('200');
    expect(await served()).toBe(fingerprintOf(first.chain));
    expect(await list()).toHaveLength(2);
  });

  it('never reveals a private key: not in a reply, a log line, the operation log or the database', async () => {
    const made = await makeCertificate([name()]);
    const secret = made.key.split('\n')[1] ?? '';
    const { id } = Uploaded.parse((await upload(made)).res);
    await upload({ ...made, chain: 'broken' });
    const download = await post('download', { id });
    expect(download.res).toEqual({ fileName: `${name()}.pem`, pem: made.chain });
    const db = sites.api.test.db;
    const stored = [
      await db.selectFrom('operation_log').selectAll().execute(),
      await db.selectFrom('certificate').selectAll().execute(),
    ];
    for (const text of [JSON.stringify(stored), JSON.stringify(await list()), ...sites.api.logLines])
      expect(text).not.toContain(secret);
    const key = await stat(join(folder(), made.fingerprint, 'key.pem'));
    expect(key.mode & 0o777).toBe(0o600);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
  });

  it('stores no certificate that the web server rejects, which would block the changes of every host', async () => {
    const authority = await CertificateAuthority.make();
    const { cert, key } = await authority.issue({ names: [name()], newKey: ['rsa:2048'], digest: 'sha1' });
    await authority.close();
    const reply = await post('upload', { certificate: cert + authority.intermediate, privateKey: key });
    expect([reply.code, JSON.stringify(reply)]).toEqual([
      '400',
      expect.not.stringContaining(sites.node.places.data),
    ]);
    expect(await list()).toEqual([]);
    expect(await readdir(folder())).toEqual([]);
    const neighbour = await sites.site(`neighbour${count}`, 'HTML');
    expect((await neighbour.visit('/')).status).toBe(200);
  });

  it('removes keys without a row when the node starts, and all keys of a removed host', async () => {
    const made = await makeCertificate([name()]);
    await upload(made);
    await storeSiteCertificate(sites.node.places.certificates, site.code, await makeCertificate([name()]));
    expect(await readdir(folder())).toHaveLength(2);
    await sites.node.hosts.begin();
    expect(await readdir(folder())).toEqual([made.fingerprint]);
    expect(await served()).toBe(made.fingerprint);
    await sites.node.hosts.removeHost(site.code);
    await expect(readdir(folder())).rejects.toThrow('ENOENT');
  });

  it('keeps no key of a host that is removed while its certificate is stored', async () => {
    const { chain, key } = await makeCertificate([name()]);
    const checked = readCertificate(chain, key, Date.now());
    const check = async () => {
      await sites.api.test.db.deleteFrom('host').where('code', '=', site.code).execute();
      await sites.node.hosts.removeHost(site.code);
      // The task may write after the removal, too.
      await storeSiteCertificate(sites.node.places.certificates, site.code, checked);
    };
    const stored = storeCertificate({ ...sites.requestParts, check }, site.code, { checked });
    await expect(stored).rejects.toThrow('foreign key');
    await expect(readdir(folder())).rejects.toThrow('ENOENT');
  });

  it('refuses other hosts access to the certificates of this one', async () => {
    const other = await sites.site(`foreign${count}`, 'HTML');
    const { id } = Uploaded.parse((await upload(await makeCertificate([name()]))).res);
    expect((await post('download', { id }, other)).code).toBe('404');
    expect((await post('remove', { id }, other)).code).toBe('404');
    // A certificate for a domain of another host is stored, but serves nothing there.
    expect(Uploaded.parse((await upload(await makeCertificate([name()]), {}, other)).res).serves).toEqual([]);
    expect(await list()).toHaveLength(1);
    expect(await served()).toBe((await list())[0]?.fingerprint);
  });
});
