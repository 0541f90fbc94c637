import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { CHALLENGE_WAYS } from '@sitedeck/contract';
import { authorityAccess, type AuthorityAccess } from '#features/certificate/worker/authority-access';
import { implementRequest, type RequestParts } from '#features/certificate/worker/request-task';
import { startDueRequests } from '#features/certificate/worker/renewals';
import { fileProtocol } from '#files/link/protocol';
import { makeFileParent } from '#files/parent/parent';
import { openBoss } from '#queue/boss';
import { makeEnqueue, type Enqueue } from '#queue/enqueue';
import { startRunner } from '#queue/worker/runner';
import { makeDns } from '#system/dns/resolver';
import { findCages } from '#system/cage/find-cages';
import { isolationHere } from '#system/process/identity';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { bundleProgram } from './bundle-program';
import { startDns, type DnsServer } from './dns-server';
import { startPebble, type Pebble } from './pebble';
import { serveSites, type ServedSites } from './served-sites';

/** The address of every site in these tests. */
export const OWN_ADDRESS = '127.0.0.1';
/** The authority's name in CAA records. */
export const AUTHORITY = 'pebble.example';

export interface AcmeSites {
  readonly sites: ServedSites;
  readonly dns: DnsServer;
  readonly pebble: Pebble;
  /** Starts the renewals and retries that are due in `inMs`. */
  renew(inMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A real file service for the hosts of a node. */
async function serveFiles(places: ServedSites['node']['places']) {
  const scratch = join(places.data, 'child');
  const sockets = join(places.run, 'child-sockets');
  const isolation = isolationHere();
  await mkdir(scratch, { mode: 0o755 });
  await mkdir(sockets, { mode: 0o750 });
  await bundleProgram('src/files/child/threads.ts', scratch);
  const parent = makeFileParent({
    script: await bundleProgram('src/files/child/main.ts', scratch),
    hosts: places.hosts,
    sockets,
    handover: places.handover,
    isolation,
    cages: await findCages(isolation),
    shares: undefined,
    isSuspended: () => Promise.resolve(false),
    onUpload: () => undefined,
    onStream: () => undefined,
    onGone: () => undefined,
  });
  const socket = join(sockets, 'parent.sock');
  const onBug = (_method: string, error: unknown) => console.error(error);
  const server = await serveRpc({ protocol: fileProtocol, handlers: parent.handlers, socket, onBug });
  const service = connectRpc(fileProtocol, socket);
  return {
    service,
    close: async () => {
      service.close();
      await server.close();
      await parent.close();
    },
  };
}

export interface AcmeSitesOptions {
  readonly worker?: Partial<RequestParts>;
  /** Address of the DNS server that the node and the authority query; absent: `dns` of the result. */
  readonly resolver?: string;
  /** Log of the tasks; absent: none. */
  readonly log?: Logger;
  /** Port at which the node finds the authority; absent: the authority's own. */
  readonly authorityPort?: (pebble: Pebble) => Promise<number>;
}

/** Sites on a real node with a certificate authority, DNS, the queue and the file service. */
export async function serveAcmeSites({
  worker: more = {},
  resolver,
  log = pino({ level: 'silent' }),
  authorityPort = ({ port }) => Promise.resolve(port),
}: AcmeSitesOptions = {}): Promise<AcmeSites> {
  const dns = await startDns();
  const resolverAddress = resolver ?? dns.address;
  // They need the node, and the node needs them.
  const late: {
    files?: Awaited<ReturnType<typeof serveFiles>>;
    enqueue?: Enqueue;
    authority?: AuthorityAccess;
  } = {};
  const notOpen = () => Promise.reject(new Error('not open yet'));
  const names = {
    dns: makeDns([resolverAddress]),
    dnsTarget: { addresses: [OWN_ADDRESS], authorities: [AUTHORITY] },
  };
  const sites = await serveSites({
    api: {
      ...names,
      acme: { authority: 'Pebble', ways: more.updates ? CHALLENGE_WAYS : ['automatic', 'file'] },
      enqueue: (task, request) => (late.enqueue ? late.enqueue(task, request) : notOpen()),
    },
    worker: {
      ...names,
      files: {
        call: (...args) => (late.files ? late.files.service.call(...args) : notOpen()),
        close: () => undefined,
      },
      authority: { open: () => (late.authority ? late.authority.open() : notOpen()) },
      ...more,
    },
  });
  const { node, api } = sites;
  const pebble = await startPebble({ httpPort: node.port, dns: resolverAddress });
  const { caFile } = pebble;
  const directoryUrl = `https://localhost:${await authorityPort(pebble)}/dir`;
  const { certificates } = node.places;
  late.authority = authorityAccess({
    directoryUrl,
    caFile,
    certificates,
    contact: 'ops@example.com',
    binding: undefined,
  });
  const files = await serveFiles(node.places);
  const { db, url } = api.test;
  const boss = await openBoss({ url, log, supervise: false });
  late.files = files;
  const enqueue = makeEnqueue(db, api.core.tasks, boss);
  late.enqueue = enqueue;
  const tasks = [implementRequest(sites.requestParts)];
  const runner = await startRunner({ db, url, node: 'local', tasks, log, onLockLost: () => undefined });
  const due = { db, node: 'local', enqueue, log };
  return {
    sites,
    dns,
    pebble,
    renew: (inMs) => startDueRequests({ ...due, now: () => Date.now() + inMs }),
    close: async () => {
      await runner.stop();
      await boss.close();
      await files.close();
      await sites.close();
      await pebble.close();
      await dns.close();
    },
  };
}
