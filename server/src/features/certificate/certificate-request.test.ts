import { chmod, chown, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { pino } from 'pino';
import { CERTIFICATES_MAX } from '@sitedeck/contract';
import { readHost } from '#sites/live-hosts';
import { challengeFolder } from '#system/settings/paths';
import { OWN_ADDRESS, serveAcmeSites, type AcmeSites } from '#testing/acme-sites';
import { fieldOf } from '#testing/browser';
import { isTrusted } from '#testing/certificate-authority';
import { fingerprintOf, makeCertificate } from '#testing/make-certificate';
import { requestConsole, type RequestConsole } from '#testing/request-console';
import { servedFingerprint } from '#testing/tls-client';
import { makeResponders, removeLeftoverResponses } from './worker/challenge-ways';
import { recordFailure, recordIssued, recordStop } from './worker/order-records';
import { responsesBefore } from './worker/response-records';

const DAY_MS = 86_400_000;

describe('a certificate by ACME', () => {
  let acme: AcmeSites;
  let owner: RequestConsole;
  let count = 0;
  /** Lines of the log. */
  const errors: string[] = [];

  const served = (name: string) => servedFingerprint(acme.sites.node.tlsPort, name);
  /** What Home reports about domains: `<domain> <reason>`. */
  const needs = async () => {
    const list = fieldOf(await owner.site.post('needs'), 'needs') as { reason: string; message: string }[];
    return list.flatMap(({ reason, message }) => {
      const [domain] = /[a-z-]+\.example/.exec(message) ?? [];
      return domain === undefined ? [] : [`${domain} ${reason}`];
    });
  };
  const orders = () =>
    acme.sites.api.test.db
      .selectFrom('certificate_order')
      .select(['id', 'next_at'])
      .where('host_code', '=', owner.site.code);
  /** Binds names that point to this server. */
  const bind = async (names: readonly string[]) => {
    await owner.post('domain/bind', { domains: names });
    for (const name of names) await acme.dns.setIpv4(domainToASCII(name), [OWN_ADDRESS]);
  };

  beforeAll(async () => {
    acme = await serveAcmeSites({
      log: pino({ level: 'error' }, { write: (line: string) => errors.push(line) }),
    });
  });
  afterAll(() => acme.close());
  beforeEach(async () => {
    count += 1;
    owner = requestConsole(acme, await acme.sites.site(`acme${count}`, 'HTML'));
  });

  it('serves several names of a closed site, and is trusted', async () => {
    await bind(['one.example', '例子.one.example']);
    await owner.site.post('close');
    expect(await owner.issue(['one.example', '例子.one.example'])).toBe('RUNNING_SUCCESS');
    const [certificate] = await owner.certificates();
    expect(certificate).toMatchObject({
      source: 'acme',
      way: 'automatic',
      failure: null,
      key: 'ECDSA P-256',
    });
    expect(certificate?.serves).toEqual(['one.example', 'xn--fsqu00a.one.example']);
    const pem = fieldOf(await owner.post('certificate/download', { id: certificate?.id }), 'pem');
    expect(await isTrusted(String(pem), await acme.pebble.root())).toBe(true);
    expect(await served('one.example')).toBe(fingerprintOf(String(pem)));
    expect(await readdir(challengeFolder(acme.sites.node.places.challenges))).toEqual([]);
    const state = (await owner.domain('one.example')).certificate;
    expect(state).toMatchObject({ served: { source: 'acme', renews: true }, taskId: null, failure: null });
  });

  it('renews with a third of its lifetime left, and replaces the old one', async () => {
    await bind(['renewed.example']);
    expect(await owner.issue(['renewed.example'], { keyType: 'rsa' })).toBe('RUNNING_SUCCESS');
    const [first] = await owner.certificates();
    if (!first?.renewsAt) throw new Error('no renewal');
    const [from, to] = [Date.parse(first.notBefore), Date.parse(first.notAfter)];
    const left = (to - Date.parse(first.renewsAt)) / (to - from);
    expect(left).toBeGreaterThanOrEqual(1 / 3);
    expect(left).toBeLessThan(0.37);
    await acme.renew(Date.parse(first.renewsAt) - Date.now() - DAY_MS);
    expect((await owner.domain('renewed.example')).certificate.taskId).toBeNull();
    expect(await owner.renew(Date.parse(first.renewsAt) - Date.now() + 1000)).toBe('RUNNING_SUCCESS');
    const all = await owner.certificates();
    expect(all).toHaveLength(1);
    expect(all[0]?.key).toBe('RSA 2048');
    expect(all[0]?.fingerprint).not.toBe(first.fingerprint);
    expect(await served('renewed.example')).toBe(all[0]?.fingerprint);
  });

  it('supports validation by a file in the site', async () => {
    await bind(['file.example']);
    expect(await owner.issue(['file.example'], { way: 'file' })).toBe('RUNNING_SUCCESS');
    expect(
      await readdir(join(acme.sites.node.root(owner.site.code), 'wwwroot/.well-known/acme-challenge')),
    ).toEqual([]);
  });

  it('removes the leftover file of a killed worker from the site once, and no newer file', async () => {
    await bind(['left-file.example']);
    const parts = acme.sites.requestParts;
    const host = await readHost(parts.db, owner.site.code);
    if (!host) throw new Error('no host');
    const folder = join(acme.sites.node.root(owner.site.code), 'wwwroot/.well-known/acme-challenge');
    const place = (token: string) =>
      makeResponders(parts).file(host, { domain: 'left-file.example', token, content: 'x' });
    const removeLeftover = (since: number) =>
      removeLeftoverResponses({ ...parts, log: pino({ level: 'silent' }) }, since);
    const started = Date.now() - DAY_MS;
    // A killed worker does not call what `place` returns.
    await place('lost');
    await writeFile(join(folder, 'of-the-owner'), 'x');
    await removeLeftover(started);
    expect((await readdir(folder)).sort()).toEqual(['lost', 'of-the-owner']);
    await removeLeftover(Date.now() + DAY_MS);
    expect(await readdir(folder)).toEqual(['of-the-owner']);
    expect(await responsesBefore(parts.certificates, Date.now() + DAY_MS)).toEqual([]);
    await (
      await place('removed')
    )();
    expect(await responsesBefore(parts.certificates, Date.now() + DAY_MS)).toEqual([]);
  });

  it('refuses a folder that the host can not write, with the message of the specification', async () => {
    await bind(['closed.example']);
    const folder = join(acme.sites.node.root(owner.site.code), 'wwwroot/.well-known');
    await mkdir(folder);
    await chown(folder, 0, 0);
    await chmod(folder, 0o555);
    for (const path of ['certificate/apply', 'certificate/preflight']) {
      const reply = await owner.post(path, { names: ['closed.example'], way: 'file' });
      expect([reply.code, reply.reason]).toEqual(['400', 'certificate-directory-protected']);
      expect(reply.msg).toBe('Close root site protection first');
    }
  });

  it('reports each problem and its fix before it contacts the authority, and recovers automatically', async () => {
    await bind(['good.example', 'elsewhere.example', 'nowhere.example', 'caa.example', 'six.example']);
    await acme.dns.setIpv4('elsewhere.example', ['198.51.100.9']);
    await acme.dns.setIpv4('nowhere.example', []);
    await acme.dns.setCaa('caa.example', 'other.example');
    await acme.dns.setIpv6('six.example', ['2001:db8::9']);
    expect(await owner.preflight(['good.example'])).toEqual({ problems: [], canApply: true });
    const names = ['good.example', 'elsewhere.example', 'nowhere.example', 'caa.example', 'six.example'];
    const found = await owner.preflight(names);
    expect(found.canApply).toBe(false);
    expect(found.problems.sort()).toEqual([
      'caa.example caa failed: The CAA records of caa.example do not allow pebble.example to issue certificates. Change or remove them',
      'elsewhere.example dns failed: elsewhere.example points to 198.51.100.9, not to this server. Change the A record to 127.0.0.1, then try again',
      'nowhere.example dns failed: nowhere.example has no DNS record. Add an A record with 127.0.0.1, then try again',
      'six.example aaaa failed: The AAAA record of six.example points to 2001:db8::9, not to this server, and certificate authorities prefer IPv6. Remove or change it, then try again',
    ]);
    expect(await owner.issue(['elsewhere.example'])).toBe('certificate-dns-elsewhere');
    const { failure } = (await owner.domain('elsewhere.example')).certificate;
    expect(failure?.message).toContain('Change the A record to 127.0.0.1');
    expect(Date.parse(failure?.nextAt ?? '')).toBeGreaterThan(Date.now() + DAY_MS / 48);
    expect(await needs()).toContain(`elsewhere.example certificate-failed`);
    await acme.dns.setIpv4('elsewhere.example', [OWN_ADDRESS]);
    expect(await owner.renew(DAY_MS)).toBe('RUNNING_SUCCESS');
    expect((await owner.domain('elsewhere.example')).certificate.failure).toBeNull();
  });

  it('reports an internal server error with the reference of its log entry', async () => {
    await bind(['broken.example']);
    const folder = challengeFolder(acme.sites.node.places.challenges);
    await rename(folder, `${folder}-away`);
    try {
      expect(await owner.issue(['broken.example'])).toBe('internal');
    } finally {
      await rename(`${folder}-away`, folder);
    }
    const { failure } = (await owner.domain('broken.example')).certificate;
    const [, id] = /^Internal server error, reference task-(\d+)$/.exec(failure?.message ?? '') ?? [];
    const entry = errors.map((line) => JSON.parse(line) as Record<string, unknown>).at(-1);
    expect(entry).toMatchObject({ task: Number(id), err: { code: 'ENOENT' } });
    expect(failure?.nextAt).not.toBeNull();
    expect(await owner.renew(DAY_MS)).toBe('RUNNING_SUCCESS');
  });

  it('refuses what this host, the validation method or a running request does not allow', async () => {
    await bind(['plain.example', '*.plain.example']);
    expect(await owner.issue(['other.example'])).toBe('certificate-name-foreign');
    expect(await owner.issue(['*.plain.example'])).toBe('certificate-wildcard-way');
    expect(await owner.issue(['*.plain.example'], { way: 'dns' })).toBe('certificate-way-unavailable');
    const replies = await Promise.all([1, 2, 3].map(() => owner.apply(['plain.example'])));
    const started = replies.filter(({ code }) => code === '200');
    expect(started).toHaveLength(1);
    expect(replies.filter(({ reason }) => reason === 'certificate-running')).toHaveLength(2);
    expect(await owner.ended(fieldOf(started[0] ?? { res: null }, 'taskId'))).toBe('RUNNING_SUCCESS');
  });

  it('leaves names that point elsewhere out of a renewal only after three failures', async () => {
    await bind(['stays.example', 'leaves.example']);
    expect(await owner.issue(['stays.example', 'leaves.example'])).toBe('RUNNING_SUCCESS');
    await acme.dns.setIpv4('leaves.example', ['198.51.100.9']);
    const outcomes: string[] = [];
    for (let tries = 0; tries < 4; tries += 1) outcomes.push(await owner.renew(3650 * DAY_MS));
    const problem = 'certificate-dns-elsewhere';
    expect(outcomes).toEqual([problem, problem, problem, 'RUNNING_SUCCESS']);
    expect((await owner.certificates())[0]?.names).toEqual(['stays.example']);
  });

  it('renews neither domains that a larger order covers nor unbound ones', async () => {
    await bind(['small.example', 'large.example']);
    expect(await owner.issue(['small.example'])).toBe('RUNNING_SUCCESS');
    expect(await owner.issue(['small.example', 'large.example'])).toBe('RUNNING_SUCCESS');
    const [newest, older] = await owner.certificates();
    expect([newest?.renewsAt === null, older?.renewsAt === null]).toEqual([false, true]);
    const settings = { id: older?.id, renews: true };
    expect((await owner.post('certificate/settings', settings)).res).toEqual({
      reason: 'certificate-replaced',
    });
    await owner.post('domain/unbind', { domains: ['small.example', 'large.example'] });
    expect(await owner.renew(3650 * DAY_MS)).toBe('certificate-name-foreign');
    expect((await owner.certificates())[0]?.renewsAt).toBeNull();
  });

  it('revokes a certificate at its authority, and does not renew a removed one', async () => {
    await bind(['revoked.example']);
    await owner.issue(['revoked.example']);
    const [certificate] = await owner.certificates();
    expect((await owner.post('certificate/revoke', { id: certificate?.id })).code).toBe('200');
    expect(await owner.certificates()).toEqual([]);
    await acme.renew(3650 * DAY_MS);
    expect((await owner.domain('revoked.example')).certificate).toEqual({
      served: null,
      taskId: null,
      failure: null,
    });
  });

  it('switches renewal off and on', async () => {
    await bind(['manual.example']);
    await owner.issue(['manual.example']);
    const [certificate] = await owner.certificates();
    const set = (renews: boolean) => owner.post('certificate/settings', { id: certificate?.id, renews });
    await set(false);
    expect((await owner.certificates())[0]?.renewsAt).toBeNull();
    expect((await owner.domain('manual.example')).certificate.served?.renews).toBe(false);
    await set(true);
    expect((await owner.certificates())[0]?.renewsAt).not.toBeNull();
  });

  it('reports on Home domains without a certificate, domains that point elsewhere and certificates that expire', async () => {
    await bind(['bare.example', 'astray.example']);
    await acme.dns.setIpv4('astray.example', ['198.51.100.9']);
    await owner.post('domain/queryBindDomainStatus', { domains: ['bare.example', 'astray.example'] });
    expect(await needs()).toEqual(['astray.example domain-elsewhere', 'bare.example certificate-missing']);
    const made = await makeCertificate(['bare.example'], 10);
    await owner.post('certificate/upload', { certificate: made.chain, privateKey: made.key });
    expect(await needs()).toEqual(['astray.example domain-elsewhere', 'bare.example certificate-expires']);
  });

  it('retries soon after a killed worker, never after a cancel', async () => {
    await bind(['killed.example']);
    await owner.issue(['killed.example']);
    const { db } = acme.sites.api.test;
    const { id: taskId } = await db
      .selectFrom('task')
      .select('id')
      .where('host_code', '=', owner.site.code)
      .executeTakeFirstOrThrow();
    const order = () =>
      db
        .selectFrom('certificate_order')
        .select(['id', 'next_at'])
        .where('host_code', '=', owner.site.code)
        .executeTakeFirstOrThrow();
    const { id: orderId } = await order();
    const stop = async (cancelled: boolean) => {
      await db.updateTable('certificate_order').set({ next_at: null }).where('id', '=', orderId).execute();
      await db.updateTable('task').set({ cancel_requested: cancelled }).where('id', '=', taskId).execute();
      await recordStop({ db, now: Date.now }, orderId, taskId);
      return (await order()).next_at;
    };
    expect(await stop(true)).toBeNull();
    expect((await stop(false))?.getTime()).toBeLessThan(Date.now() + DAY_MS);
  });

  it('ends a request whose domains are unbound, and then reports no need', async () => {
    await bind(['left.example']);
    await acme.dns.setIpv4('left.example', ['198.51.100.9']);
    expect(await owner.issue(['left.example'])).toBe('certificate-dns-elsewhere');
    await owner.post('domain/unbind', { domains: ['left.example'] });
    expect(await needs()).toEqual([]);
    expect(await owner.renew(DAY_MS)).toBe('certificate-name-foreign');
    expect(await orders().execute()).toEqual([]);
  });

  it('limits the stored orders of a host', async () => {
    await bind(['more.example']);
    const names = JSON.stringify(['other.example']);
    const kept = { host_code: owner.site.code, names, way: 'automatic', key_type: 'ecdsa' } as const;
    await acme.sites.api.test.db
      .insertInto('certificate_order')
      .values(Array.from({ length: CERTIFICATES_MAX }, () => kept))
      .execute();
    expect(await owner.issue(['more.example'])).toBe('certificate-too-many');
  });

  it('retries a request that failed while the clock was ahead', async () => {
    await bind(['late.example']);
    await acme.dns.setIpv4('late.example', []);
    expect(await owner.issue(['late.example'])).toBe('certificate-dns-nowhere');
    await acme.dns.setIpv4('late.example', [OWN_ADDRESS]);
    const { db } = acme.sites.api.test;
    const [failedAt, nextAt] = [DAY_MS * 365, DAY_MS * 366].map((ms) => new Date(Date.now() + ms));
    await db
      .updateTable('certificate_order')
      .set({ failed_at: failedAt, next_at: nextAt })
      .where('host_code', '=', owner.site.code)
      .execute();
    expect(await owner.renew(0)).toBe('RUNNING_SUCCESS');
  });

  it('keeps renewal off if it was switched off during a request', async () => {
    await bind(['off.example']);
    await owner.issue(['off.example']);
    const [certificate] = await owner.certificates();
    const { id } = await orders().executeTakeFirstOrThrow();
    await owner.post('certificate/settings', { id: certificate?.id, renews: false });
    const { db } = acme.sites.api.test;
    const refusal = { reason: 'certificate-authority-down', detail: {}, pauseMs: 0 } as const;
    await recordFailure({ db, now: Date.now }, id, refusal);
    expect((await orders().executeTakeFirstOrThrow()).next_at).toBeNull();
    const validity = { notBefore: new Date(), notAfter: new Date(Date.now() + DAY_MS) };
    await recordIssued({ db, now: Date.now }, { id }, validity);
    expect((await orders().executeTakeFirstOrThrow()).next_at).toBeNull();
  });

  describe('while the authority is down', () => {
    it('keeps the served certificate, and reports when it is retried', async () => {
      await bind(['kept.example']);
      expect(await owner.issue(['kept.example'])).toBe('RUNNING_SUCCESS');
      const before = await served('kept.example');
      await acme.pebble.close();
      expect(await owner.issue(['kept.example'])).toBe('certificate-authority-down');
      const state = (await owner.domain('kept.example')).certificate;
      expect(state.failure?.message).toBe(
        "The certificate authority can't be reached. The request will be retried",
      );
      expect(state.failure?.nextAt).not.toBeNull();
      expect(await served('kept.example')).toBe(before);
    });
  });
});
