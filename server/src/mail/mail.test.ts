import { once } from 'node:events';
import { chown, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { HostCode } from '@sitedeck/contract';
import { ensureMailFolder } from '#system/mail/mail-folders';
import { mailHostsIn, NO_MAIL, readMailUse } from '#system/mail/mail-use';
import { findProgram } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { writeCliIni } from '#system/php/cli-ini';
import { sendmailCommand } from '#system/php/sendmail';
import { mailFolder, MAIL_SOCKET } from '#system/settings/paths';
import { runCaged } from '#sites/worker/caged-command';
import { freePort } from '#testing/free-port';
import { itCaged } from '#testing/it-caged';
import { openMailbox, type Mailbox } from '#testing/mailbox';
import { testSite, TestNode } from '#testing/node-engines';
import { openMailService } from './mail-service';
import type { MailDoors } from './mail-doors';

const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
const HOUR_MS = 3_600_000;
const LIMIT = 5;

/** Sends what the query says, and prints what `mail()` returned. */
const SENDER = `<?php
$q = fn($name, $default) => $_GET[$name] ?? $default;
$headers = isset($_GET['headers']) ? $_GET['headers'] : 'From: shop@one.example';
var_dump(@mail($q('to', 'a@elsewhere.example'), $q('subject', 'hello'), $q('body', "one\\n.\\ntwo"), $headers, $q('option', '')));`;

describeAsRoot('mail that a site sends', () => {
  let node: TestNode;
  let mailbox: Mailbox;
  let doors: MailDoors | undefined;
  let now = 1_800_000_000_000;
  const lines: string[] = [];

  const uid = (name: string) => node.uid(name === 'one' ? 1 : 2);
  const begin = async (relay: string, more: { silenceMs?: number } = {}) => {
    await doors?.stop();
    doors = await openMailService({
      ...{ mail: node.places.mail, node: 'node-a', relay, now: () => now, ...more },
      log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    });
  };
  const send = async (query: Record<string, string> = {}, name = 'one') => {
    const path = `/send.php?${new URLSearchParams(query).toString()}`;
    return (await node.request(`${name}.localhost`, path)).body.trim();
  };
  const siteLog = (name = 'one') => readFile(join(node.root(name), 'logs/php-error.log'), 'utf8');
  const useOf = (name: string) => readMailUse(node.places.mail.counts, HostCode.parse(name));
  const nextHour = () => {
    now += HOUR_MS;
  };
  const socketOf = (name: string) => join(mailFolder(node.places, HostCode.parse(name)), MAIL_SOCKET);
  /** Speaks with the socket of a host as a hostile program could. */
  const speak = async (...parts: (string | Buffer)[]) => {
    const socket = connect(socketOf('one'));
    socket.on('error', () => undefined);
    const reply = text(socket).catch(() => '');
    for (const part of parts) socket.write(part);
    return { socket, reply };
  };

  beforeAll(async () => {
    node = await TestNode.make();
    mailbox = await openMailbox();
    node.sites = ['one', 'two'].map((name) =>
      testSite(name, uid(name), { mail: { perHour: LIMIT, domain: `${name}.example` } }),
    );
    await node.hosts.begin();
    await node.startEngines();
    for (const name of ['one', 'two']) {
      const file = join(node.root(name), 'wwwroot/send.php');
      await writeFile(file, SENDER);
      await chown(file, uid(name), uid(name));
    }
    await begin(mailbox.url);
  });
  beforeEach(() => {
    nextHour();
    mailbox.mails.length = 0;
  });
  afterAll(async () => {
    await doors?.stop();
    await mailbox.close();
    await node.close();
  });

  it('arrives from PHP’s mail() with its headers, an envelope, and the host that sent it', async () => {
    expect(await send({ subject: '你好', body: 'line\n.\n..end' })).toBe('bool(true)');
    const [mail] = mailbox.mails;
    expect(mail).toMatchObject({ from: 'shop@one.example', to: ['a@elsewhere.example'] });
    expect(mail?.headers).toMatch(/^Received: from one by node-a \(SiteDeck\) with local;/);
    expect(mail?.headers).toMatch(/^From: shop@one\.example$/im);
    expect(mail?.headers).toMatch(/^Message-ID: <.+@one\.example>$/im);
    expect(mail?.headers).toMatch(/^Date: .+ \+0000$/im);
    expect(mail?.body.trim()).toBe('line\r\n.\r\n..end');
  });

  it('has a sender of the host’s domain if it names none, and the one that -f names', async () => {
    await send({ headers: 'X-Nothing: 1' });
    await send({
      option: '-fbounce@two.example',
      headers: 'From: A <a@b.example>\r\nCc: c@b.example\r\nBcc: d@b.example',
    });
    expect(mailbox.mails.map(({ from }) => from)).toEqual(['one@one.example', 'bounce@two.example']);
    expect(mailbox.mails[0]?.headers).toMatch(/^From: one@one\.example$/m);
    expect(mailbox.mails[1]?.to).toEqual(['a@elsewhere.example', 'c@b.example', 'd@b.example']);
    expect(mailbox.mails[1]?.headers).not.toMatch(/^bcc|d@b\.example/im);
  });

  itCaged('arrives from a scheduled job', async () => {
    const { cages, php } = node.engines;
    const prlimit = await findProgram('prlimit');
    if (cages.is === 'off' || !prlimit || !php?.cli) throw new Error('not here');
    const { places } = node;
    const hostCode = HostCode.parse('one');
    const env = await writeCliIni(places.phpReport, {
      databaseSocket: places.mariadb.socket,
      sendmail: sendmailCommand({ cli: php.cli, places }),
    });
    const machine = {
      ...{ cages: cages.engine, prlimit, isolation: isolationHere(), shares: undefined, env },
      readable: [places.phpReport, places.mail.program],
      isFull: () => Promise.resolve(false),
      mailFolderOf: (host: { hostCode: HostCode; uid: number }) =>
        ensureMailFolder(places, isolationHere(), host),
    };
    const code = 'var_dump(mail("job@elsewhere.example", "s", "b", "From: j@one.example"));';
    const program = { file: 'php', args: ['-r', code] };
    const root = node.root('one');
    const limits = { signal: new AbortController().signal, limitMs: 60_000, outputBytes: 1000 };
    const end = await runCaged(machine, { hostCode, root, uid: uid('one'), program, folder: root }, limits);
    expect(end.output.toString()).toBe('bool(true)\n');
    expect(mailbox.mails[0]?.to).toEqual(['job@elsewhere.example']);
  });

  it('refuses mail beyond the limit of the hour, says so in the site’s log, and takes it in the next hour', async () => {
    const many = Array.from({ length: LIMIT }, (_, index) => `r${index}@elsewhere.example`).join(', ');
    expect(await send({ to: many })).toBe('bool(true)');
    expect(await send()).toBe('bool(false)');
    expect(await siteLog()).toMatch(
      /Mail not sent: it would exceed the limit of 5 recipients per hour; the next hour begins at \d\d:00 UTC/,
    );
    // The limit is the host's alone, and survives this process.
    expect(await send({}, 'two')).toBe('bool(true)');
    await begin(mailbox.url);
    expect(await send()).toBe('bool(false)');
    nextHour();
    expect(await send()).toBe('bool(true)');
    expect(await useOf('one')).toMatchObject({ used: 1 });
  });

  it('goes by the limit that the plan changes, down to none', async () => {
    const change = async (perHour: number) => {
      node.sites = node.sites.map((site) => ({ ...site, mail: { ...site.mail, perHour } }));
      await node.hosts.applySites();
    };
    await change(0);
    expect(await send()).toBe('bool(false)');
    expect(await siteLog()).toContain('Mail not sent: the plan of this site does not include sending mail');
    await change(LIMIT);
    expect(await send()).toBe('bool(true)');
  });

  itCaged('can’t be sent as another host', async () => {
    const before = await useOf('two');
    const script = `<?php
      echo implode(',', array_map(fn($f) => basename($f), @glob('${node.places.mail.sockets}/*') ?: [])), ';';
      echo @stream_socket_client('unix://${socketOf('two')}') ? 'in' : 'out', ';';
      exec('echo "To: x@y.example" | ${node.engines.php?.cli ?? ''} -n ${node.places.mail.program}/sendmail.php two -t 2>&1', $out, $code);
      echo $code;`;
    const file = join(node.root('one'), 'wwwroot/forge.php');
    await writeFile(file, script);
    await chown(file, uid('one'), uid('one'));
    // Its own open_basedir hides even its own folder.
    expect((await node.request('one.localhost', '/forge.php')).body).toMatch(/^(one)?;out;69$/);
    expect(await useOf('two')).toEqual(before);
    expect(mailbox.mails).toEqual([]);
  });

  it.each([
    ['a subject', { subject: 'x\r\nBcc: thief@evil.example' }],
    ['a recipient', { to: 'a@elsewhere.example\r\nBcc: thief@evil.example' }],
    ['a group of recipients', { to: 'a@elsewhere.example, friends: thief@evil.example;' }],
    ['a body', { body: '\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<thief@evil.example>\r\n' }],
    ['a sender', { option: '-fa@b.example>\r\nRCPT TO:<thief@evil.example' }],
    [
      'a bare line end',
      { headers: 'From: a@b.example\rBcc: thief@evil.example\r\nX: 1\r.\rRCPT TO:<thief@evil.example>' },
    ],
  ])('takes no second recipient from %s', async (_what, query: Record<string, string>) => {
    await send(query);
    for (const { to } of mailbox.mails) expect(to).toEqual(['a@elsewhere.example']);
  });

  it.each(['-X/tmp/log', '-OQueueDirectory=/tmp', '-C/etc/passwd', '-bs', '-be', 'other@elsewhere.example'])(
    'refuses the option %s of mail()',
    async (option) => {
      expect(await send({ option })).toBe('bool(false)');
      expect(await siteLog()).toContain(`Mail not sent: the option ${option} is not supported`);
      expect(mailbox.mails).toEqual([]);
    },
  );

  it('refuses a second header of which a message has one, addresses that are none, and too many recipients', async () => {
    const crowd = Array.from({ length: 101 }, (_, index) => `r${index}@elsewhere.example`).join(',');
    for (const query of [{ headers: 'To: thief@evil.example' }, { to: 'a b@c, <x' }, { to: crowd }])
      expect(await send(query)).toBe('bool(false)');
    const log = await siteLog();
    expect(log).toContain('Mail not sent: it has two headers "to"');
    expect(log).toContain('is not a mail address');
    expect(log).toContain('Mail not sent: it has more than 100 recipients');
  });

  it('refuses 100 MB without growing, whatever size was announced', async () => {
    const rss = () => process.memoryUsage().rss;
    const before = rss();
    const announced = await speak('{"bytes":104857600}\n');
    expect(await announced.reply).toBe('refused it is larger than 25 MB\n');
    announced.socket.destroy();
    const { socket, reply } = await speak('{"bytes":26214400}\n', 'To: a@elsewhere.example\r\nX: ');
    let most = 0;
    for (let piece = 0; piece < 100 && !socket.destroyed; piece += 1) {
      if (!socket.write(Buffer.alloc(1024 ** 2, 'a')))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      most = Math.max(most, rss());
    }
    expect(await reply).toBe('refused its header is larger than 64 KB\n');
    expect(most - before).toBeLessThan(64 * 1024 ** 2);
    expect(await readdir(node.places.mail.spool)).toEqual([]);
  });

  it('ends senders that are slow, half or wrong, and takes others meanwhile', async () => {
    await begin(mailbox.url, { silenceMs: 300 });
    const slow = await speak('{"bytes":500}\n', 'To: a@elsewhere.example\r\n');
    const half = await speak('{"bytes":500}\n', 'To: a@elsewhere.example\r\n\r\nhalf');
    half.socket.end();
    const wrong = await speak('EHLO x\r\n');
    expect(await send()).toBe('bool(true)');
    expect(await slow.reply).toBe('refused it was sent too slowly\n');
    await half.reply;
    expect(await wrong.reply).toBe('refused the request is not readable\n');
    expect(mailbox.mails).toHaveLength(1);
    await begin(mailbox.url);
  });

  it('says what the mail server refused, and counts it', async () => {
    const before = (await useOf('one')).refused;
    mailbox.refuse('no such user');
    expect(await send()).toBe('bool(false)');
    mailbox.refuse(undefined);
    expect(await siteLog()).toMatch(/Mail not sent: the mail server refused it: 550 no such user/);
    while ((await useOf('one')).refused === before) await sleep(20);
    expect(await useOf('one')).toMatchObject({ used: 1 });
  });

  describe('with a mail server that fails', () => {
    let garbage: Server | undefined;
    afterEach(async () => {
      garbage?.close();
      await begin(mailbox.url);
    });

    it.each(['is down', 'answers garbage'])(
      'is refused if the server %s, without using the limit',
      async (how) => {
        const port = await freePort();
        if (how === 'answers garbage') {
          garbage = createServer((socket) => {
            socket.on('error', () => undefined);
            socket.end(Buffer.from([0, 255, 10, 13, 10]));
          }).listen(port, '127.0.0.1');
          await once(garbage, 'listening');
        }
        await begin(`smtp://127.0.0.1:${port}`);
        expect(await send()).toBe('bool(false)');
        expect(await siteLog()).toContain("Mail not sent: the mail server can't be reached at the moment");
        expect((await useOf('one')).used).toBe(0);
        expect(lines.join('')).toMatch(/"host":"one","why":"the mail server can't be reached/);
      },
    );
  });

  it('forgets the counts and the socket of a host that is gone', async () => {
    await send({}, 'two');
    node.sites = node.sites.filter(({ hostCode }) => hostCode !== 'two');
    await node.hosts.applySites();
    expect(await mailHostsIn(node.places.mail.counts)).not.toContain('two');
    expect(await useOf('two')).toEqual(NO_MAIL);
    expect(await readdir(node.places.mail.sockets)).toEqual(['one']);
  });
});
