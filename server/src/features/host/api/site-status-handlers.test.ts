import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { readNodeSites } from '#sites/worker/node-sites';
import type { ApplyReport } from '#links/worker-protocol';
import { isolationHere } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import { Refusal } from '#faults/refusal';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { requestSite, TestNode } from '#testing/node-engines';

describe('opening, closing and restarting a site', () => {
  let node: TestNode;
  let api: TestApi;
  let portal: Portal;
  let owner: Browser;
  let neighbour: Browser;
  let mine: HostCode;
  let other: HostCode;
  /** The refusal that the node answers with. */
  let refusal: Refusal | undefined;

  const applyOnNode = async (work: () => Promise<unknown>): Promise<void> => {
    if (refusal) throw refusal;
    node.sites = await readNodeSites(api.test.db, 'local');
    await work();
  };
  const put = async (hostCode: HostCode, name: string, text: string) => {
    const file = join(node.root(hostCode), 'wwwroot', name);
    await writeFile(file, text);
    const { uid } = await api.test.db
      .selectFrom('host')
      .select('uid')
      .where('code', '=', hostCode)
      .executeTakeFirstOrThrow();
    if (isolationHere().is === 'separate') await chown(file, uid, uid);
  };
  const visit = (hostCode: HostCode, path: string, headers: Record<string, string> = {}) =>
    requestSite({ port: node.port, host: `${hostCode}.localhost`, path, headers });
  const status = async () => (await owner.request('/api/currentHostInfo')).res;
  const suspend = (serviceStatus: 'NORMAL' | 'BLOCKING') =>
    portal.request(`/provider/hosts/${mine}`, { method: 'PATCH', json: { serviceStatus } });

  beforeAll(async () => {
    node = await TestNode.make();
    const own = ({ refused }: ApplyReport, hostCode: HostCode): void => {
      if (refused.some((host) => host.hostCode === hostCode)) throw new Error('refused');
    };
    api = await makeTestApi({
      work: {
        provisionHost: (code) => applyOnNode(async () => own(await node.hosts.provisionHost(code), code)),
        removeHost: (code) => applyOnNode(() => node.hosts.removeHost(code)),
        applySites: (code) => applyOnNode(async () => own(await node.hosts.applySites(), code)),
        restartSite: (code) => applyOnNode(async () => own(await node.hosts.restartSite(code), code)),
      },
    });
    portal = new Portal(api);
    await node.hosts.begin();
    await node.startEngines();
    const accountCode = await portal.account();
    mine = HostCode.parse(await portal.host(accountCode, 'mine'));
    other = HostCode.parse(await portal.host(accountCode, 'other'));
    owner = new Browser(api, { 'accept-language': 'en' });
    neighbour = new Browser(api);
    await owner.login('mine', PASSWORD);
    await neighbour.login('other', PASSWORD);
    for (const code of [mine, other]) await put(code, 'pid.php', '<?php echo getmypid();');
  });
  afterAll(async () => {
    await api.close();
    await node.close();
  });
  afterEach(async () => {
    refusal = undefined;
    await suspend('NORMAL');
    await owner.request('/api/vhost/open', { method: 'POST' });
  });

  it('answers a closed site with 503, Retry-After and a page in Chinese and English, until it is opened again', async () => {
    const closed = await owner.request('/api/vhost/close', { method: 'POST' });
    expect(closed).toMatchObject({ code: '200', res: { serviceStatus: 'CLOSED' } });
    for (const path of ['/', '/pid.php', '/nowhere']) {
      const reply = await visit(mine, path);
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '3600']);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.body).toContain('网站已关闭');
      expect(reply.body).toContain('The owner has closed this site for now');
    }
    expect((await visit(other, '/pid.php')).status).toBe(200);
    expect(await status()).toMatchObject({ hostService: { serviceStatus: { value: 'CLOSED' } } });
    const opened = await owner.request('/api/vhost/open', { method: 'POST' });
    expect(opened).toMatchObject({ code: '200', res: { serviceStatus: 'NORMAL' } });
    expect((await visit(mine, '/pid.php')).body).toMatch(/^\d+$/);
    expect(await status()).toMatchObject({ hostService: { serviceStatus: { value: 'NORMAL' } } });
  });

  it('runs no PHP of a closed site', async () => {
    const ran = join(node.root(mine), 'data/ran.txt');
    await put(mine, 'ran.php', `<?php file_put_contents('${ran}', 'x'); echo 'ran';`);
    expect((await visit(mine, '/ran.php')).body).toBe('ran');
    expect(await pathExists(ran)).toBe(true);
    await rm(ran);
    await owner.request('/api/vhost/close', { method: 'POST' });
    expect((await visit(mine, '/ran.php')).status).toBe(503);
    expect(await pathExists(ran)).toBe(false);
  });

  it('reports no fault when it opens an open site or closes a closed one', async () => {
    for (const [path, value] of [
      ['/api/vhost/open', 'NORMAL'],
      ['/api/vhost/close', 'CLOSED'],
      ['/api/vhost/close', 'CLOSED'],
    ] as const)
      expect(await owner.request(path, { method: 'POST' })).toMatchObject({
        code: '200',
        res: { serviceStatus: value },
      });
  });

  it('changes nothing if the node refuses, and reports why', async () => {
    refusal = new Refusal('config-refused', { values: { engine: 'nginx', detail: 'not fit' } });
    const answer = await owner.request('/api/vhost/close', { method: 'POST' });
    expect(answer).toMatchObject({ code: '400', reason: 'config-refused' });
    expect(answer.msg).toContain('not fit');
    expect(await status()).toMatchObject({ hostService: { serviceStatus: { value: 'NORMAL' } } });
    refusal = undefined;
    await node.hosts.applySites();
    expect((await visit(mine, '/pid.php')).status).toBe(200);
  });

  it('gives the site a new php-fpm on restart and leaves the neighbour’s alone', async () => {
    const masterOf = async (code: HostCode) => {
      expect((await visit(code, '/pid.php')).status).toBe(200);
      return node.php?.runOf(code)?.pid;
    };
    const [before, theirs] = [await masterOf(mine), await masterOf(other)];
    const answer = await owner.request('/api/vhost/restart', { method: 'POST' });
    expect(answer).toMatchObject({ code: '200', res: { serviceStatus: 'NORMAL' } });
    expect(await masterOf(mine)).not.toBe(before);
    expect(await masterOf(other)).toBe(theirs);
  });

  it('refuses to restart a closed site', async () => {
    await owner.request('/api/vhost/close', { method: 'POST' });
    const answer = await owner.request('/api/vhost/restart', { method: 'POST' });
    expect(answer).toMatchObject({
      code: '400',
      reason: 'site-closed',
      msg: 'The site is closed. Open it first',
    });
  });

  it('lets only the provider resume a suspended host, and keeps it closed if its owner closed it', async () => {
    await owner.request('/api/vhost/close', { method: 'POST' });
    await suspend('BLOCKING');
    expect((await visit(mine, '/')).body).toContain('suspended');
    for (const path of ['open', 'close', 'restart'])
      expect(await owner.request(`/api/vhost/${path}`, { method: 'POST' })).toMatchObject({
        code: '403',
        reason: 'host-blocked',
      });
    expect((await suspend('NORMAL')).res).toMatchObject({ serviceStatus: 'CLOSED' });
    expect((await visit(mine, '/')).body).toContain('网站已关闭');
    await owner.request('/api/vhost/open', { method: 'POST' });
    await suspend('BLOCKING');
    expect((await suspend('NORMAL')).res).toMatchObject({ serviceStatus: 'NORMAL' });
    expect((await visit(mine, '/pid.php')).status).toBe(200);
  });

  it('affects only the host of the session', async () => {
    await neighbour.request('/api/vhost/close', { method: 'POST', headers: { 'x-host-code': other } });
    expect((await visit(mine, '/pid.php')).status).toBe(200);
    const foreignReply = await neighbour.request('/api/vhost/open', {
      method: 'POST',
      headers: { 'x-host-code': mine },
    });
    expect(foreignReply).toMatchObject({ code: '409', reason: 'host-changed' });
    expect((await visit(other, '/pid.php')).status).toBe(503);
    await neighbour.request('/api/vhost/open', { method: 'POST' });
  });

  it('logs the user and the status before and after', async () => {
    await owner.request('/api/vhost/close', { method: 'POST' });
    const row = await api.test.db
      .selectFrom('operation_log')
      .selectAll()
      .where('host_code', '=', mine)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      action: 'closeSite',
      area: 'host',
      operator: 'mine',
      object: 'mine',
      result: 'ok',
    });
    expect(row.detail).toEqual({ before: { serviceStatus: 'NORMAL' }, after: { serviceStatus: 'CLOSED' } });
  });
});
