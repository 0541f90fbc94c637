import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetPlace } from '@sitedeck/contract';
import { findProgram } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import type { Repository } from '../repository';
import { checkedAddress, type Networks } from './addresses';
import { openPassage, openRestDoor, openTunnel } from './forwarder';
import { scanKeys } from './host-key';

export interface OpenTarget {
  readonly repository: Repository;
  close(): Promise<void>;
}

type Of<Is extends TargetPlace['is']> = Extract<TargetPlace, { readonly is: Is }>;

interface Opening {
  /** Of the host itself: a copy has the same key. */
  readonly local: Repository;
  /** What the engine keeps here of what lies there; without it every piece is asked for again. */
  readonly cache?: string;
  readonly networks: Networks;
  /** Told of how many bytes came from the target, or went to it. */
  readonly heard: (bytes: number) => void;
  /** Ends the opening, not what has been opened. */
  readonly signal: AbortSignal;
}

const basic = (user = '', password = ''): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

async function openRest(
  place: Of<'rest'>,
  { local, cache, networks, heard, signal }: Opening,
): Promise<OpenTarget> {
  const url = new URL(place.url);
  const address = await checkedAddress(url.hostname, networks, signal);
  const { user, password } = place;
  const authorization = user === undefined && password === undefined ? undefined : basic(user, password);
  const door = await openRestDoor({ url, address, authorization, heard });
  return { repository: { ...local, cache, at: door.repository }, close: () => door.close() };
}

/** Words of ssh that take nothing from this machine's own settings and ask nobody anything. */
const sshWords = (ssh: string, at: { port: number; alias: string; user: string; folder: string }) => [
  ...[ssh, '-F', '/dev/null', '-i', join(at.folder, 'key'), '-p', String(at.port)],
  ...['BatchMode=yes', 'IdentitiesOnly=yes', 'IdentityAgent=none', 'StrictHostKeyChecking=yes'].flatMap(
    (option) => ['-o', option],
  ),
  ...['-o', `UserKnownHostsFile=${join(at.folder, 'hosts')}`, '-o', 'GlobalKnownHostsFile=/dev/null'],
  // It asks for no sign of life: what answers that and nothing else is silent all the same.
  ...['-o', `HostKeyAlias=${at.alias}`, '-o', 'ConnectTimeout=15', '-o', 'ForwardAgent=no'],
  ...['-l', at.user, '127.0.0.1', '-s', 'sftp'],
];

/** Refuses `target-key-changed` where the server shows no key that the owner has confirmed. */
async function openSftp(
  place: Of<'sftp'>,
  { local, cache, networks, heard, signal }: Opening,
): Promise<OpenTarget> {
  const ssh = await findProgram('ssh');
  if (ssh === undefined) throw new Refusal('tool-missing', { values: { package: 'openssh-client' } });
  const address = await checkedAddress(place.host, networks, signal);
  const keys = await scanKeys({ address, port: place.port }, signal);
  const known = keys.find(({ fingerprint }) => fingerprint === place.fingerprint);
  if (!known)
    throw new Refusal('target-key-changed', { values: { fingerprint: keys[0]?.fingerprint ?? '' } });
  const folder = await mkdtemp(join(local.temp, 'sftp-'));
  const alias = 'sitedeck-target';
  await writeFile(join(folder, 'key'), `${(place.privateKey ?? '').trim()}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'hosts'), `${alias} ${known.type} ${known.key}\n`, { mode: 0o600 });
  const passage = await openPassage({ port: place.port, address, heard });
  // The engine splits this by itself; every value in it was checked and holds neither blank nor quote.
  const command = sshWords(ssh, { port: passage.port, alias, user: place.user, folder }).join(' ');
  return {
    repository: {
      ...local,
      cache,
      at: `sftp:${place.user}@${alias}:${place.folder}`,
      options: ['-o', `sftp.command=${command}`],
    },
    close: async () => {
      await passage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Only TLS: its way leads through a tunnel to the checked address. */
async function openS3(
  place: Of<'s3'>,
  { local, cache, networks, heard, signal }: Opening,
): Promise<OpenTarget> {
  const url = new URL(place.endpoint);
  if (url.protocol !== 'https:') throw new Refusal('target-refused', { values: { host: url.host } });
  const { accessKey, secretKey } = place;
  // Without them the engine would ask this machine's own cloud for keys: the provider's.
  if (!accessKey || !secretKey) throw new Refusal('target-unreachable', { values: { why: 'Access Key' } });
  const address = await checkedAddress(url.hostname, networks, signal);
  const port = Number(url.port || 443);
  const tunnel = await openTunnel({ name: url.hostname, port, address, heard });
  const env = {
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
    ...(place.region !== undefined && { AWS_DEFAULT_REGION: place.region }),
    HTTPS_PROXY: `http://127.0.0.1:${tunnel.port}`,
  };
  const at = `s3:https://${url.host}/${place.bucket}/${place.folder}`;
  return { repository: { ...local, cache, at, env }, close: () => tunnel.close() };
}

/** A repository elsewhere, reached only at an address that was checked. The caller closes it. */
export function openTarget(place: TargetPlace, opening: Opening): Promise<OpenTarget> {
  switch (place.is) {
    case 'rest':
      return openRest(place, opening);
    case 'sftp':
      return openSftp(place, opening);
    case 's3':
      return openS3(place, opening);
  }
}
