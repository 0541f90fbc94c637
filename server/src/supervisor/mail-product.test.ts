import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { HostCode } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';
import { findProgram, run } from '#system/process/exec';
import { MAIL_UID } from '#system/process/identity';
import { commandLine } from '#system/process/pid-file';
import { MAIL_SOCKET, mailFolder } from '#system/settings/paths';
import { openMailbox, type Mailbox } from '#testing/mailbox';
import { requestSite } from '#testing/node-engines';
import { findProcesses } from '#testing/find-processes';
import { Product, type Launch } from '#testing/whole-product';

const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
const Created = z.object({ res: z.object({ accountCode: z.string(), hostCode: z.string() }).partial() });
const SENDER = `<?php var_dump(mail('a@elsewhere.example', 'hello', 'body'));`;

describeAsRoot('mail of a site of the product', () => {
  let product: Product;
  let mailbox: Mailbox;
  let running: Launch;
  let hostCode: string;
  let settings: Record<string, string>;

  const ask = async (method: string, path: string, body?: object) => {
    const key = (await readFile(join(product.places.secrets, 'provider-key'), 'utf8')).trim();
    return fetch(`http://${product.env['ADMIN_BIND']}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  const create = async (path: string, body: object) =>
    Created.parse(await (await ask('POST', path, body)).json()).res;
  const send = async () =>
    (
      await requestSite({ port: product.sitesPort, host: `${hostCode}.localhost`, path: '/send.php' })
    ).body.trim();
  const metrics = async () => (await ask('GET', '/metrics')).text();
  const rules = async () => {
    const ip = (await findProgram('ip')) ?? '';
    const listed = await Promise.all(['-4', '-6'].map((family) => run({ file: ip, args: [family, 'rule'] })));
    const own = `uidrange ${product.firstUid}-`;
    return listed.map(({ stdout }) => stdout.split('\n').filter((line) => line.includes(own)).length);
  };
  const isClosed = () => running.stdout.includes('port 25 of other machines is closed to sites');

  beforeAll(async () => {
    mailbox = await openMailbox();
    product = await Product.make();
    settings = { SITEDECK_DEMO_HOST: 'none', MAIL_RELAY: mailbox.url };
    running = await product.launch(settings).ready();
    const { accountCode } = await create('/provider/accounts', { name: 'a' });
    const host = {
      accountCode,
      hostName: 'mailsite',
      password: 'a password of a host 1',
      language: 'PHP',
      mailsPerHour: 2,
    };
    hostCode = (await create('/provider/hosts', host)).hostCode ?? '';
    await writeFile(join(product.places.hosts, hostCode, 'wwwroot/send.php'), SENDER, { mode: 0o644 });
    // The mail process opens it once it notices the folder of the host.
    const socket = join(mailFolder(product.places, HostCode.parse(hostCode)), MAIL_SOCKET);
    while (!(await pathExists(socket))) await sleep(50);
  });
  afterAll(async () => {
    await product.close();
    await mailbox.close();
  });

  it('reaches the mail server within the limit of the plan, which the provider may change', async () => {
    expect(running.stdout).toMatch(/^ {2}Mail {7}mail\(\) of PHP goes through 127\.0\.0\.1:\d+$/m);
    expect([await send(), await send(), await send()]).toEqual(['bool(true)', 'bool(true)', 'bool(false)']);
    expect(mailbox.mails.map(({ from }) => from)).toEqual(Array(2).fill(`${hostCode}@${hostCode}.localhost`));
    const text = await metrics();
    expect(text).toContain(`sitedeck_host_mails_total{host="${hostCode}"} 2`);
    while (!(await metrics()).includes(`sitedeck_host_mails_refused_total{host="${hostCode}"} 1`))
      await sleep(50);
    expect(text).toContain(`sitedeck_mail_port_closed ${isClosed() ? 1 : 0}`);
    await ask('PATCH', `/provider/hosts/${hostCode}`, { mailsPerHour: null });
    expect(await send()).toBe('bool(true)');
  });

  it('runs the mail process under a uid of its own', async () => {
    const pids = await findProcesses('/mail.mjs');
    const lines = await Promise.all(pids.map(commandLine));
    const pid = pids[lines.findIndex((line) => line.includes(product.places.bundles))];
    expect((await stat(`/proc/${pid}`)).uid).toBe(MAIL_UID);
  });

  it('leaves one rule for port 25 after the supervisor was killed, and none after it has stopped', async () => {
    if (!isClosed()) return;
    expect(await rules()).toEqual([1, 1]);
    running.child.kill('SIGKILL');
    await running.ended;
    running = await product.launch(settings).ready();
    expect(await rules()).toEqual([1, 1]);
    expect(await send()).toBe('bool(true)');
    running.child.kill('SIGTERM');
    await running.ended;
    expect(await rules()).toEqual([0, 0]);
    running = await product.launch({ ...settings, HOST_MAIL_DIRECT: '1', MAIL_RELAY: '' }).ready();
    expect(running.stdout).toContain('mail() of PHP is off: MAIL_RELAY is not set');
    expect(running.stdout).toContain('(HOST_MAIL_DIRECT)');
    expect(await rules()).toEqual([0, 0]);
    expect(await send()).toBe('bool(false)');
    const log = await readFile(join(product.places.hosts, hostCode, 'logs/php-error.log'), 'utf8');
    expect(log).toContain('Mail not sent: this server has no mail server for its sites; ask your provider');
  });
});
