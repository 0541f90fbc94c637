import { performance } from 'node:perf_hooks';
import { HostCode, SiteConfig } from '@sitedeck/contract';
import { findNginx } from '../../server/src/system/nginx/engine';
import { instanceOf } from '../../server/src/system/nginx/instance';
import { renderSites } from '../../server/src/system/nginx/sites/sites-conf';
import { renderPools } from '../../server/src/system/php/pool-conf';
import { pathsOf, phpDoor, phpEntrance } from '../../server/src/system/settings/paths';
import { isolationHere } from '../../server/src/system/process/identity';
import { DEFAULT_DOCUMENTS, type NodeSite } from '../../server/src/system/site/site';
import { median } from './pairs';
import type { Row } from './table';

const LIMIT_MS = 500;
const RULE = `if (!-e $request_filename) {
  rewrite ^/(.*)$ /index.php?q=$1 last;
}
rewrite ^/list-([0-9]+)-([0-9]+)\\.html$ /list.php?id=$1&page=$2 last;
`;

/** A site configuration with typical settings: domains, a rule, redirects, a media type. */
function siteNumber(index: number): NodeSite {
  const redirects = ['/a', '/b', '/c'].map((source) => ({
    source,
    target: `/new${source}`,
    keepPath: false,
    keepQuery: true,
  }));
  const config = SiteConfig.parse({
    language: 'PHP',
    documents: DEFAULT_DOCUMENTS.PHP,
    rewrite: { id: null, name: 'front controller', content: RULE },
    redirects,
    mime: [{ extension: 'bench', mimeType: 'text/x-bench' }],
  });
  const hostCode = HostCode.parse(`vh${String(index).padStart(4, '0')}`);
  const facts = { hostCode, uid: 30_000 + index, status: 'NORMAL', certificates: [], hasCdn: false } as const;
  const mail = { perHour: null, domain: undefined };
  return { ...config, ...facts, mail, domains: [`www${index}.example`] };
}

/** Renders a node's configuration in this process, without writing it. */
export async function renderRows(hosts: number, rounds: number): Promise<readonly Row[]> {
  const engine = await findNginx();
  if (!engine) throw new Error('nginx is not installed');
  const places = pathsOf('/nowhere/data', isolationHere());
  const sites = Array.from({ length: hosts }, (_, index) => siteNumber(index));
  const common = { hostsFolder: places.hosts, sites };
  const sockets = ({ hostCode }: NodeSite) => ({
    entrance: phpEntrance(places, hostCode),
    door: phpDoor(places, hostCode),
  });
  const plan = {
    ...common,
    engine,
    instance: instanceOf(places, 'sites'),
    workerUser: 'www-data',
    listen: ['8081'],
    tlsListen: ['8443'],
    tlsPort: 443,
    certificates: places.certificates,
    challenges: places.challenges,
    previewDomain: 'localhost',
    reserved: [],
    bodiesPerAddress: 64,
    originSocket: places.originSocket,
    edge: { folder: places.edge, bytesPerHost: 1024 ** 3 },
    pagesFolder: '/nowhere/pages',
    phpSockets: sockets,
    dotNetSocket: undefined,
  };
  const pools = {
    ...common,
    databaseSocket: '/nowhere/db.sock',
    reportFolder: places.phpReport,
    sendmail: undefined,
    hasUids: true,
  };
  const [times, cpuTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const [since, before] = [performance.now(), process.cpuUsage()];
    const refused = [...renderSites(plan).refused, ...renderPools(pools).refused];
    times.push(performance.now() - since);
    const { user, system } = process.cpuUsage(before);
    cpuTimes.push((user + system) / 1000);
    if (refused.length > 0) throw new Error(`refused: ${refused[0]?.reason ?? ''}`);
  }
  const own = median(times);
  const job = `render of ${hosts} hosts`;
  return [
    { job: `${job}: CPU`, unit: 'ms', limit: '–', own: median(cpuTimes), met: true },
    { job: `${job}: time`, unit: 'ms', limit: `≤ ${LIMIT_MS} ms`, own, met: own <= LIMIT_MS },
  ];
}
