import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killGroup, start, type ChildProcess, type Command } from '#system/process/exec';
import { freePort } from './free-port';
import { isPortOpen } from './is-port-open';

/** FTP servers exclude each other as packages, so they are unpacked beside the system, with the libraries of ProFTPD. */
const PACKAGES = [
  ...['pure-ftpd', 'pure-ftpd-common', 'vsftpd', 'proftpd-core', 'proftpd-mod-crypto'],
  ...['libhiredis0.14', 'libmemcached11', 'libmemcachedutil2', 'libhashkit2', 'libpcre2-posix3'],
];
const FOLDER = join(tmpdir(), 'sitedeck-ftp-servers');

function unpack(): void {
  const scratch = mkdtempSync(`${FOLDER}-`);
  try {
    const quiet = { cwd: scratch, stdio: 'pipe' } as const;
    execFileSync('apt-get', ['download', '-qq', ...PACKAGES], quiet);
    const packages = execFileSync('find', ['.', '-name', '*.deb'], quiet).toString().trim().split('\n');
    for (const one of packages) execFileSync('dpkg', ['-x', one, 'root'], quiet);
    chmodSync(scratch, 0o755);
    renameSync(join(scratch, 'root'), FOLDER);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Whether the servers can be started here: by root, on a Debian whose archive is reachable or was once. */
export function haveFtpServers(): boolean {
  try {
    if (process.getuid?.() !== 0) return false;
    if (!existsSync(FOLDER)) unpack();
    return true;
  } catch {
    // Another test may have unpacked them at the same time.
    return existsSync(FOLDER);
  }
}

export interface SourceServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The site's folder as the server names it. */
  readonly folder: string;
  stop(): Promise<void>;
}

export interface ServerFiles {
  /** Folder that the server shows. */
  readonly site: string;
  /** Private folder of the server. */
  readonly scratch: string;
  /** PEM file with key and certificate. */
  readonly pair: string;
}

/** `implicit`: TLS from the first byte. */
export type ServerTls = 'none' | 'explicit' | 'implicit';

const PASSWORD = 'Passw0rd for moves';
const programs = (name: string) => join(FOLDER, 'usr/sbin', name);

const crypted = (): string => execFileSync('openssl', ['passwd', '-6', PASSWORD]).toString().trim();

function lines(file: string, content: readonly string[], mode = 0o600): string {
  writeFileSync(file, `${content.join('\n')}\n`, { mode });
  return file;
}

async function launch(
  command: Command,
  port: number,
  env?: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = start(command, { stdio: 'ignore', ...(env && { env }) });
  while (!(await isPortOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${command.file} has ended`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}

const stopper = (child: ChildProcess) => async () => {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  killGroup(child.pid, 'SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await gone;
};

/**
 * It knows no implicit TLS.
 * @param kilobytesPerSecond at which one connection receives files; unlimited by default
 */
export async function startPureFtpd(
  { site, scratch, pair }: ServerFiles,
  tls: ServerTls,
  kilobytesPerSecond?: number,
): Promise<SourceServer> {
  const port = await freePort();
  const [users, database] = [join(scratch, `pure-${port}`), join(scratch, `pure-${port}.pdb`)];
  lines(users, [`bob:${crypted()}:65001:65001::${site}/./::::::::::::`]);
  execFileSync(join(FOLDER, 'usr/bin/pure-pw'), ['mkdb', database, '-f', users]);
  const args = ['-S', `127.0.0.1,${port}`, '-4', '-l', `puredb:${database}`, '-E', '-A', '-H', '-u', '100'];
  const secure = tls === 'none' ? ['-Y', '0'] : ['-Y', '2', '-2', pair];
  const pace = kilobytesPerSecond === undefined ? [] : ['-T', String(kilobytesPerSecond)];
  const child = await launch({ file: programs('pure-ftpd'), args: [...args, ...secure, ...pace] }, port);
  return { port, user: 'bob', password: PASSWORD, folder: '/', stop: stopper(child) };
}

export async function startVsftpd(
  { site, scratch, pair }: ServerFiles,
  tls: ServerTls,
): Promise<SourceServer> {
  const port = await freePort();
  const empty = join(scratch, 'empty');
  mkdirSync(empty, { recursive: true });
  const options = {
    ...{ listen: 'YES', listen_address: '127.0.0.1', listen_port: port, anonymous_enable: 'YES' },
    ...{ anon_root: site, ftp_username: 'daemon', seccomp_sandbox: 'NO', secure_chroot_dir: empty },
    ...(tls === 'implicit' && { implicit_ssl: 'YES' }),
    ...(tls !== 'none' && {
      ...{ ssl_enable: 'YES', allow_anon_ssl: 'YES', force_anon_data_ssl: 'YES', require_ssl_reuse: 'YES' },
      ...{ rsa_cert_file: pair, rsa_private_key_file: pair },
    }),
  };
  const config = lines(
    join(scratch, `vsftpd-${port}`),
    Object.entries(options).map((pair) => pair.join('=')),
  );
  const child = await launch({ file: programs('vsftpd'), args: [config, '-obackground=NO'] }, port);
  return { port, user: 'anonymous', password: PASSWORD, folder: '/', stop: stopper(child) };
}

export async function startProftpd(
  { site, scratch, pair }: ServerFiles,
  tls: ServerTls,
): Promise<SourceServer> {
  const port = await freePort();
  const users = lines(join(scratch, `proftpd-users-${port}`), [
    `bob:${crypted()}:65534:65534::${site}:/bin/sh`,
  ]);
  const secure = [
    ...['LoadModule mod_tls.c', 'TLSEngine on', 'TLSRequired on', 'TLSVerifyClient off'],
    ...[`TLSECCertificateFile ${pair}`, `TLSECCertificateKeyFile ${pair}`],
  ];
  const config = lines(join(scratch, `proftpd-${port}`), [
    ...['ServerType standalone', 'DefaultAddress 127.0.0.1', `Port ${port}`, 'UseIPv6 off', 'WtmpLog off'],
    ...[`ModulePath ${FOLDER}/usr/lib/proftpd`, 'User nobody', 'Group nogroup', 'AuthOrder mod_auth_file.c'],
    ...[`AuthUserFile ${users}`, 'RequireValidShell off', 'DefaultRoot ~', 'UseReverseDNS off'],
    ...[`PidFile ${scratch}/proftpd-${port}.pid`, `ScoreboardFile ${scratch}/proftpd-${port}.score`],
    ...['DelayEngine off', 'TransferLog none', `SystemLog ${scratch}/proftpd-${port}.log`],
    ...(tls === 'none' ? [] : secure),
    ...(tls === 'implicit' ? ['TLSOptions UseImplicitSSL'] : []),
    ...['LoadModule mod_digest.c', 'DigestEngine on'],
  ]);
  const env = {
    LD_LIBRARY_PATH: `${FOLDER}/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`,
  };
  const child = await launch({ file: programs('proftpd'), args: ['-n', '-c', config] }, port, env);
  return { port, user: 'bob', password: PASSWORD, folder: '/', stop: stopper(child) };
}

export interface SshServer extends SourceServer {
  /** SHA-256 of its host key, hexadecimal. */
  readonly fingerprint: string;
}

/** sshd with users of its own: it runs where /etc/passwd and /etc/shadow are other files. */
export async function startSshd({ site, scratch }: ServerFiles): Promise<SshServer> {
  const port = await freePort();
  const key = join(scratch, `ssh-${port}`);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const passwd = lines(
    `${key}-passwd`,
    [
      'root:x:0:0:root:/root:/bin/sh',
      'sshd:x:100:65534::/run/sshd:/usr/sbin/nologin',
      `bob:x:65001:65001::${site}:/bin/sh`,
    ],
    0o644,
  );
  const shadow = lines(`${key}-shadow`, [`bob:${crypted()}:19000:0:99999:7:::`]);
  const config = lines(`${key}-config`, [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${key}`, 'PidFile none', 'StrictModes no'],
    ...['UsePAM no', 'PasswordAuthentication yes', 'Subsystem sftp internal-sftp'],
  ]);
  mkdirSync('/run/sshd', { recursive: true });
  const view = [
    '--dev-bind',
    '/',
    '/',
    '--ro-bind',
    passwd,
    '/etc/passwd',
    '--ro-bind',
    shadow,
    '/etc/shadow',
  ];
  const args = [...view, '--die-with-parent', '/usr/sbin/sshd', '-D', '-f', config];
  const child = await launch({ file: 'bwrap', args }, port);
  const [, blob = ''] = readFileSync(`${key}.pub`, 'utf8').split(' ');
  const fingerprint = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('hex');
  return {
    port,
    user: 'bob',
    password: PASSWORD,
    folder: site,
    stop: stopper(child),
    fingerprint,
  };
}
