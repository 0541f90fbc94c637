import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { connect } from 'node:tls';
import { NameSettings } from '@sitedeck/contract';
import { freePorts } from '../../e2e/src/ports';
import { storeSiteCertificate } from '../../server/src/system/certificate/site-certificate-files';
import type { NodeSite, SiteCertificate } from '../../server/src/system/site/site';
import { makeCertificate } from '../../server/testing/make-certificate';
import { TestNode, testSite } from '../../server/testing/node-engines';
import { nginxPeer, type NginxPeer } from './nginx-peer';
import { inPairs, median } from './pairs';
import { proportionalMemory } from './proportional-memory';
import type { Row } from './table';

const HOSTS = 5;
const NAMES_PER_HOST = 100;
const NAMES = HOSTS * NAMES_PER_HOST;
/** Handshakes of one measurement, and concurrent ones. */
const HANDSHAKES = 1000;
const AT_ONCE = 8;
const RELOAD_LIMIT_MS = 1500;
const HANDSHAKE_RATIO = 0.95;

const nameOf = (index: number): string => `n${index}.bench.example`;

/** A full handshake, without session resumption. */
function shakeHands(port: number, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername: name, rejectUnauthorized: false });
    socket.on('error', reject);
    socket.on('secureConnect', () => {
      socket.destroy();
      resolve();
    });
  });
}

/** Handshakes a second, for names in turn. */
async function handshakeRate(port: number, name: (index: number) => string): Promise<number> {
  const since = performance.now();
  let next = 0;
  const visitor = async (): Promise<void> => {
    while (next < HANDSHAKES) await shakeHands(port, name((next += 1)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return (HANDSHAKES * 1000) / (performance.now() - since);
}

/** A bare nginx that serves one certificate. */
async function oneCertificate(scratch: string): Promise<{ peer: NginxPeer; tlsPort: number }> {
  const { chain, key } = await makeCertificate(['one.bench.example']);
  await writeFile(join(scratch, 'chain.pem'), chain);
  await writeFile(join(scratch, 'key.pem'), key);
  const [tlsPort = 0] = await freePorts(1);
  const tls = `listen 127.0.0.1:${tlsPort} ssl http2; ssl_protocols TLSv1.2 TLSv1.3;`;
  const files = `ssl_certificate ${scratch}/chain.pem; ssl_certificate_key ${scratch}/key.pem;`;
  return { peer: await nginxPeer(scratch, `${tls} ${files} return 200;`), tlsPort };
}

/** Sites with this many names, each with its own certificate. */
async function sitesWithNames(node: TestNode): Promise<NodeSite[]> {
  const sites: NodeSite[] = [];
  for (let host = 0; host < HOSTS; host += 1) {
    const domains = Array.from({ length: NAMES_PER_HOST }, (_, index) =>
      nameOf(host * NAMES_PER_HOST + index),
    );
    const site = testSite(`vhtls${host}`, node.uid(host), { domains });
    const certificates: SiteCertificate[] = [];
    for (const name of domains) {
      const made = await makeCertificate([name]);
      await storeSiteCertificate(node.places.certificates, site.hostCode, made);
      certificates.push({ names: [name], fingerprint: made.fingerprint });
    }
    sites.push({ ...site, certificates });
  }
  return sites;
}

/** Time until a changed setting of one name takes effect, ms. */
async function timeToForce(
  node: TestNode,
  sites: readonly NodeSite[],
  forcesHttps: boolean,
): Promise<number> {
  const [first, ...others] = sites;
  if (!first) throw new Error('no site');
  const since = performance.now();
  node.sites = [{ ...first, names: [NameSettings.parse({ name: nameOf(0), forcesHttps })] }, ...others];
  await node.hosts.applySites();
  const status = async () => (await node.request(nameOf(0), '/')).status;
  while (((await status()) === 301) !== forcesHttps);
  return performance.now() - since;
}

async function measure(node: TestNode, tlsPort: number, rounds: number): Promise<readonly Row[]> {
  const before = await proportionalMemory(node.nginxPid);
  const sites = await sitesWithNames(node);
  node.sites = sites;
  await node.hosts.applySites();
  await shakeHands(node.tlsPort, nameOf(NAMES - 1));
  const perName = ((await proportionalMemory(node.nginxPid)) - before) / NAMES / 1000;
  const { own, peer } = await inPairs(rounds, {
    own: () => handshakeRate(node.tlsPort, (index) => nameOf(index % NAMES)),
    peer: () => handshakeRate(tlsPort, () => 'one.bench.example'),
  });
  const reloads: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    reloads.push(await timeToForce(node, sites, round % 2 === 0));
  const [ownRate, peerRate, reload] = [median(own), median(peer), median(reloads)];
  const job = `${NAMES} names with certificates`;
  return [
    {
      job: `${job}: handshakes`,
      unit: 'req/s',
      peer: { name: 'nginx, 1 certificate', value: peerRate },
      limit: `≥ ${HANDSHAKE_RATIO}x`,
      own: ownRate,
      met: ownRate >= HANDSHAKE_RATIO * peerRate,
    },
    {
      job: `${job}: a change in force`,
      unit: 'ms',
      limit: `≤ ${RELOAD_LIMIT_MS} ms`,
      own: reload,
      met: reload <= RELOAD_LIMIT_MS,
    },
    { job: `${job}: memory of nginx per name`, unit: 'kB', limit: '–', own: perName, met: true },
  ];
}

/** TLS of many names on one node, beside a bare nginx with one certificate. */
export async function tlsRows(rounds: number): Promise<readonly Row[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-tls-'));
  const node = await TestNode.make();
  await node.hosts.begin();
  await node.startEngines();
  const { peer, tlsPort } = await oneCertificate(scratch);
  try {
    return await measure(node, tlsPort, rounds);
  } finally {
    await peer.stop();
    await node.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
