import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificate, Domain, PreflightRow } from '@sitedeck/contract';
import { challengeFolder } from '#system/settings/paths';
import { OWN_ADDRESS, serveAcmeSites, type AcmeSites } from '#testing/acme-sites';
import { fingerprintOf } from '#testing/make-certificate';
import { fieldOf } from '#testing/browser';
import type { ServedSite } from '#testing/served-sites';
import { servedFingerprint } from '#testing/tls-client';
import { isTrusted } from '#testing/certificate-authority';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;

interface TaskView {
  readonly taskStatus: string;
  readonly taskInfo: string;
}

describe('a certificate by ACME', () => {
  let acme: AcmeSites;
  let mine: ServedSite;
  let count = 0;

  const post = (path: string, json: unknown = {}) => mine.owner.ask(`/api/${path}`, { method: 'POST', json });
  const apply = (names: readonly string[], more: object = {}) =>
    post('certificate/apply', { names, ...more });
  const certificates = async () => fieldOf(await post('certificate/list'), 'certificates') as Certificate[];
  const domain = async (name: string): Promise<Domain> => {
    const all = fieldOf(await post('domain/list'), 'domains') as Domain[];
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not bound`);
    return found;
  };
  const served = (name: string) => servedFingerprint(acme.sites.node.tlsPort, name);

  /** Waits for a task's end; returns its status, and the reason of a failure. */
  const ended = async (taskId: unknown): Promise<string> => {
    for (;;) {
      const { res } = await mine.owner.ask(`/api/task/getTask/${String(taskId)}`);
      const { taskStatus, taskInfo } = res as unknown as TaskView;
      if (taskStatus === 'RUNNING_FAIL') return String((JSON.parse(taskInfo) as { reason: unknown }).reason);
      if (taskStatus !== 'WAIT' && taskStatus !== 'RUNNING') return taskStatus;
      await sleep(50);
    }
  };
  const issue = async (names: readonly string[], more: object = {}): Promise<string> => {
    const reply = await apply(names, more);
    return reply.code === '200' ? ended(fieldOf(reply, 'taskId')) : String(reply.reason);
  };
  /** Starts what is due in so many ms, and waits for the end of this host's request. */
  const renew = async (inMs: number): Promise<string> => {
    await acme.renew(inMs);
    const tasks = acme.sites.api.test.db.selectFrom('task').where('host_code', '=', mine.code);
    const { id } = await tasks.select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return ended(id);
  };
  /** Binds names that lead to this server. */
  const bind = async (names: readonly string[]) => {
    await post('domain/bind', { domains: names });
    for (const name of names) await acme.dns.setIpv4(domainToASCII(name), [OWN_ADDRESS]);
  };
  const preflight = async (names: readonly string[], way = 'automatic') => {
    const reply = await post('certificate/preflight', { names, way });
    return {
      problems: (fieldOf(reply, 'rows') as PreflightRow[])
        .filter(({ result }) => result !== 'ok')
        .map(({ name, point, result, message }) => `${name} ${point} ${result}: ${message}`),
      canApply: fieldOf(reply, 'canApply'),
    };
  };

  beforeAll(async () => {
    acme = await serveAcmeSites();
  });
  afterAll(() => acme.close());
  beforeEach(async () => {
    count += 1;
    mine = await acme.sites.site(`acme${count}`, 'HTML');
  });

  it('serves several names of a closed site, and is trusted', async () => {
    await bind(['one.example', '例子.one.example']);
    await mine.post('close');
    expect(await issue(['one.example', '例子.one.example'])).toBe('RUNNING_SUCCESS');
    const [certificate] = await certificates();
    expect(certificate).toMatchObject({
      source: 'acme',
      way: 'automatic',
      failure: null,
      key: 'EC prime256v1',
    });
    expect(certificate?.serves).toEqual(['one.example', 'xn--fsqu00a.one.example']);
    const pem = fieldOf(await post('certificate/download', { id: certificate?.id }), 'pem');
    expect(await isTrusted(String(pem), await acme.pebble.root())).toBe(true);
    expect(await served('one.example')).toBe(fingerprintOf(String(pem)));
    expect(await readdir(challengeFolder(acme.sites.node.places.challenges))).toEqual([]);
    const state = (await domain('one.example')).certificate;
    expect(state).toMatchObject({ served: { source: 'acme', renews: true }, taskId: null, failure: null });
  });

  it('renews with a third of its time left, and replaces the old one', async () => {
    await bind(['renewed.example']);
    expect(await issue(['renewed.example'], { keyType: 'rsa' })).toBe('RUNNING_SUCCESS');
    const [first] = await certificates();
    if (!first?.renewsAt) throw new Error('no renewal');
    const [from, to] = [Date.parse(first.notBefore), Date.parse(first.notAfter)];
    const left = (to - Date.parse(first.renewsAt)) / (to - from);
    expect(left).toBeGreaterThanOrEqual(1 / 3);
    expect(left).toBeLessThan(0.37);
    await acme.renew(Date.parse(first.renewsAt) - Date.now() - DAY_MS);
    expect((await domain('renewed.example')).certificate.taskId).toBeNull();
    expect(await renew(Date.parse(first.renewsAt) - Date.now() + 1000)).toBe('RUNNING_SUCCESS');
    const all = await certificates();
    expect(all).toHaveLength(1);
    expect(all[0]?.key).toBe('RSA 2048');
    expect(all[0]?.fingerprint).not.toBe(first.fingerprint);
    expect(await served('renewed.example')).toBe(all[0]?.fingerprint);
  });

  it('accepts the proof by a file in the site', async () => {
    await bind(['file.example']);
    expect(await issue(['file.example'], { way: 'file' })).toBe('RUNNING_SUCCESS');
    expect(
      await readdir(join(acme.sites.node.root(mine.code), 'wwwroot/.well-known/acme-challenge')),
    ).toEqual([]);
  });

  it('refuses a folder that the host can not write, with the words of the specification', async () => {
    await bind(['closed.example']);
    const folder = join(acme.sites.node.root(mine.code), 'wwwroot/.well-known');
    await mkdir(folder);
    await chown(folder, 0, 0);
    await chmod(folder, 0o555);
    for (const path of ['certificate/apply', 'certificate/preflight']) {
      const reply = await post(path, { names: ['closed.example'], way: 'file' });
      expect([reply.code, reply.reason]).toEqual(['400', 'certificate-directory-protected']);
      expect(reply.msg).toBe('Close root site protection first');
    }
  });

  it('names each problem with its fix before the authority is asked, and recovers by itself', async () => {
    await bind(['good.example', 'elsewhere.example', 'nowhere.example', 'caa.example', 'six.example']);
    await acme.dns.setIpv4('elsewhere.example', ['198.51.100.9']);
    await acme.dns.setIpv4('nowhere.example', []);
    await acme.dns.setCaa('caa.example', 'other.example');
    await acme.dns.setIpv6('six.example', ['2001:db8::9']);
    expect(await preflight(['good.example'])).toEqual({ problems: [], canApply: true });
    const names = ['good.example', 'elsewhere.example', 'nowhere.example', 'caa.example', 'six.example'];
    const found = await preflight(names);
    expect(found.canApply).toBe(false);
    expect(found.problems.sort()).toEqual([
      'caa.example caa failed: CAA records of caa.example forbid pebble.example to issue. Change or remove them',
      'elsewhere.example dns failed: elsewhere.example points to 198.51.100.9, not to this server. Change the A record to 127.0.0.1, then try again',
      'nowhere.example dns failed: nowhere.example has no DNS record. Add an A record with 127.0.0.1, then try again',
      'six.example aaaa failed: The AAAA record of six.example points to 2001:db8::9, not to this server, and certificate authorities prefer IPv6. Remove or change it, then try again',
    ]);
    expect(await issue(['elsewhere.example'])).toBe('certificate-dns-elsewhere');
    const { failure } = (await domain('elsewhere.example')).certificate;
    expect(failure?.message).toContain('Change the A record to 127.0.0.1');
    expect(Date.parse(failure?.nextAt ?? '')).toBeGreaterThan(Date.now() + DAY_MS / 48);
    await acme.dns.setIpv4('elsewhere.example', [OWN_ADDRESS]);
    expect(await renew(DAY_MS)).toBe('RUNNING_SUCCESS');
    expect((await domain('elsewhere.example')).certificate.failure).toBeNull();
  });

  it('refuses what this host, the way or a running request forbids', async () => {
    await bind(['plain.example', '*.plain.example']);
    expect(await issue(['other.example'])).toBe('certificate-name-foreign');
    expect(await issue(['*.plain.example'])).toBe('certificate-wildcard-way');
    expect(await issue(['*.plain.example'], { way: 'dns' })).toBe('certificate-way-unavailable');
    const first = await apply(['plain.example']);
    const second = await apply(['plain.example']);
    expect([second.code, second.reason]).toEqual(['409', 'certificate-running']);
    expect(await ended(fieldOf(first, 'taskId'))).toBe('RUNNING_SUCCESS');
  });

  it('leaves names out of a renewal only after it has failed for them three times', async () => {
    await bind(['stays.example', 'leaves.example']);
    expect(await issue(['stays.example', 'leaves.example'])).toBe('RUNNING_SUCCESS');
    await acme.dns.setIpv4('leaves.example', ['198.51.100.9']);
    const outcomes: string[] = [];
    for (let tries = 0; tries < 4; tries += 1) outcomes.push(await renew(3650 * DAY_MS));
    const told = 'certificate-dns-elsewhere';
    expect(outcomes).toEqual([told, told, told, 'RUNNING_SUCCESS']);
    expect((await certificates())[0]?.names).toEqual(['stays.example']);
  });

  it('revokes a certificate at its authority, and does not renew a removed one', async () => {
    await bind(['revoked.example']);
    await issue(['revoked.example']);
    const [certificate] = await certificates();
    expect((await post('certificate/revoke', { id: certificate?.id })).code).toBe('200');
    expect(await certificates()).toEqual([]);
    await acme.renew(3650 * DAY_MS);
    expect((await domain('revoked.example')).certificate).toEqual({
      served: null,
      taskId: null,
      failure: null,
    });
  });

  it('switches its renewal off and on', async () => {
    await bind(['manual.example']);
    await issue(['manual.example']);
    const [certificate] = await certificates();
    const set = (renews: boolean) => post('certificate/settings', { id: certificate?.id, renews });
    await set(false);
    expect((await certificates())[0]?.renewsAt).toBeNull();
    expect((await domain('manual.example')).certificate.served?.renews).toBe(false);
    await set(true);
    expect((await certificates())[0]?.renewsAt).not.toBeNull();
  });

  describe('while the authority is down', () => {
    it('keeps the served certificate, and says when it is tried again', async () => {
      await bind(['kept.example']);
      expect(await issue(['kept.example'])).toBe('RUNNING_SUCCESS');
      const before = await served('kept.example');
      await acme.pebble.close();
      expect(await issue(['kept.example'])).toBe('certificate-authority-down');
      const state = (await domain('kept.example')).certificate;
      expect(state.failure?.message).toBe(
        'The certificate authority can not be reached. It is tried again later',
      );
      expect(state.failure?.nextAt).not.toBeNull();
      expect(await served('kept.example')).toBe(before);
    });
  });
});
