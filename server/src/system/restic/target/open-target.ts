import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetAddress } from '@sitedeck/contract';
import { findProgram } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import type { Repository } from '../repository';
import { resolveAllowedAddress, type Networks } from './resolve-address';
import { openPortForward, openRestProxy, openTunnel } from './loopback-proxies';
import { scanKeys } from './host-key';

export interface OpenTarget {
  readonly repository: Repository;
  close(): Promise<void>;
}

type Of<Is extends TargetAddress['is']> = Extract<TargetAddress, { readonly is: Is }>;

export interface OpenTargetRequest {
  /** The host's own repository: a copy has the same password. */
  readonly local: Repository;
  /** Cache folder; without it restic downloads index and trees each time. */
  readonly cache?: string;
  readonly networks: Networks;
  /** Called with the number of bytes received from or sent to the target. */
  readonly onBytes: (bytes: number) => void;
  /** Cancels the opening only; an open target is closed with `close`. */
  readonly signal: AbortSignal;
}

const basic = (user = '', password = ''): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

async function openRest(
  place: Of<'rest'>,
  { local, cache, networks, onBytes, signal }: OpenTargetRequest,
): Promise<OpenTarget> {
  const url = new URL(place.url);
  const address = await resolveAllowedAddress(url.hostname, networks, signal);
  const { user, password } = place;
  const authorization = user === undefined && password === undefined ? undefined : basic(user, password);
  const proxy = await openRestProxy({ url, address, authorization, onBytes });
  return { repository: { ...local, cache, at: proxy.repository }, close: () => proxy.close() };
}

/** An ssh command that ignores this machine's configuration and never prompts. */
const sshCommand = (ssh: string, at: { port: number; alias: string; user: string; folder: string }) => [
  ...[ssh, '-F', '/dev/null', '-i', join(at.folder, 'key'), '-p', String(at.port)],
  ...['BatchMode=yes', 'IdentitiesOnly=yes', 'IdentityAgent=none', 'StrictHostKeyChecking=yes'].flatMap(
    (option) => ['-o', option],
  ),
  ...['-o', `UserKnownHostsFile=${join(at.folder, 'hosts')}`, '-o', 'GlobalKnownHostsFile=/dev/null'],
  // No ServerAliveInterval: a server that answers only keep-alives must count as silent.
  ...['-o', `HostKeyAlias=${at.alias}`, '-o', 'ConnectTimeout=15', '-o', 'ForwardAgent=no'],
  ...['-l', at.user, '127.0.0.1', '-s', 'sftp'],
];

/** Refuses with `target-key-changed` if the server presents no key that the owner has confirmed. */
async function openSftp(
  place: Of<'sftp'>,
  { local, cache, networks, onBytes, signal }: OpenTargetRequest,
): Promise<OpenTarget> {
  const ssh = await findProgram('ssh');
  if (ssh === undefined) throw new Refusal('tool-missing', { values: { package: 'openssh-client' } });
  const address = await resolveAllowedAddress(place.host, networks, signal);
  const keys = await scanKeys({ address, port: place.port }, signal);
  const known = keys.find(({ fingerprint }) => fingerprint === place.fingerprint);
  if (!known)
    throw new Refusal('target-key-changed', { values: { fingerprint: keys[0]?.fingerprint ?? '' } });
  const folder = await mkdtemp(join(local.temp, 'sftp-'));
  const alias = 'sitedeck-target';
  await writeFile(join(folder, 'key'), `${(place.privateKey ?? '').trim()}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'hosts'), `${alias} ${known.type} ${known.key}\n`, { mode: 0o600 });
  const portForward = await openPortForward({ port: place.port, address, onBytes });
  // restic splits this at blanks; every value was checked and holds neither blanks nor quotes.
  const command = sshCommand(ssh, { port: portForward.port, alias, user: place.user, folder }).join(' ');
  return {
    repository: {
      ...local,
      cache,
      at: `sftp:${place.user}@${alias}:${place.folder}`,
      options: ['-o', `sftp.command=${command}`],
    },
    close: async () => {
      await portForward.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Only TLS: the connection goes through a tunnel to the checked address. */
async function openS3(
  place: Of<'s3'>,
  { local, cache, networks, onBytes, signal }: OpenTargetRequest,
): Promise<OpenTarget> {
  const url = new URL(place.endpoint);
  if (url.protocol !== 'https:') throw new Refusal('target-refused', { values: { host: url.host } });
  const { accessKey, secretKey } = place;
  // Without keys restic would ask the metadata service of this machine's cloud, and get the provider's.
  if (!accessKey || !secretKey) throw new Refusal('target-unreachable', { values: { why: 'Access Key' } });
  const address = await resolveAllowedAddress(url.hostname, networks, signal);
  const port = Number(url.port || 443);
  const tunnel = await openTunnel({ name: url.hostname, port, address, onBytes });
  const env = {
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
    ...(place.region !== undefined && { AWS_DEFAULT_REGION: place.region }),
    HTTPS_PROXY: `http://127.0.0.1:${tunnel.port}`,
  };
  const at = `s3:https://${url.host}/${place.bucket}/${place.folder}`;
  return { repository: { ...local, cache, at, env }, close: () => tunnel.close() };
}

/** Opens a repository at a target, which is reached only at a checked address. The caller closes it. */
export function openTarget(place: TargetAddress, opening: OpenTargetRequest): Promise<OpenTarget> {
  switch (place.is) {
    case 'rest':
      return openRest(place, opening);
    case 'sftp':
      return openSftp(place, opening);
    case 's3':
      return openS3(place, opening);
  }
}
