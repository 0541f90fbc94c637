import {
  applyCertificate,
  bindDomains,
  Certificate,
  checkTransferInDomains,
  Domain,
  downloadCertificate,
  exportDomains,
  importDomains,
  listCertificates,
  listDomains,
  preflightCertificate,
  queryBindDomainStatus,
  queryIcpList,
  remarkDomain,
  removeCertificate,
  revokeCertificate,
  saveCertificateSettings,
  setDomainHttps,
  setPrimaryDomain,
  Task,
  transferDomain,
  unbindDomains,
  uploadCertificate,
  type CallReply,
  type CertificateState,
  type DnsRecord,
  type DomainDns,
} from '@sitedeck/contract';
import { openReplyServer, reply, type Reply } from '@sitedeck/ui/testing/reply-server';

/** The address of this server in all samples. */
export const ADDRESS = '203.0.113.24';

const recordOf = (name: string, found: readonly string[]): DnsRecord => ({
  type: 'A',
  name,
  found: [...found],
  expected: [ADDRESS],
  isRight: found.length === 1 && found[0] === ADDRESS,
});

/** The last check of a domain whose A record has these addresses. */
export const dnsOf = (name: string, ...found: readonly string[]): DomainDns => ({
  state:
    found.length === 0 ? 'nowhere' : found.every((address) => address === ADDRESS) ? 'here' : 'elsewhere',
  records: [recordOf(name, found), { type: 'AAAA', name, found: [], expected: [], isRight: true }],
  caaForbids: false,
  aaaaElsewhere: false,
  checkedAt: new Date().toISOString(),
});

export const NO_CERTIFICATE: CertificateState = { served: null, taskId: null, failure: null };

/** A served certificate: by ACME if it renews, else uploaded. */
export const servedUntil = (notAfter: string, renews = true, id = 1): CertificateState => ({
  served: { id, source: renews ? 'acme' : 'upload', notAfter, renews },
  taskId: null,
  failure: null,
});

/** A bound domain that points here; a test gives the fields that matter to it. */
export const domainOf = (name: string, given: Partial<Domain> = {}): Domain =>
  Domain.parse({
    name,
    shown: name,
    isWildcard: name.startsWith('*.'),
    isPrimary: false,
    remark: '',
    redirectsTo: null,
    dns: dnsOf(name, ADDRESS),
    certificate: NO_CERTIFICATE,
    forcesHttps: false,
    hstsDays: null,
    createdAt: '2026-01-02T01:00:00.000Z',
    ...given,
  });

export const TEST_URL = 'http://vh10001.sites.example.net/';

export const inDays = (days: number): string =>
  new Date(Date.now() + days * 24 * 3600_000 + 3600_000).toISOString();

export const domainsReply = (
  domains: readonly Domain[],
  given: Partial<CallReply<typeof listDomains>> = {},
): Reply =>
  reply(listDomains, {
    domains: [...domains],
    testUrl: TEST_URL,
    addresses: [ADDRESS],
    tls: { port: 443, http2: true, versions: ['TLSv1.2', 'TLSv1.3'] },
    hasIcp: false,
    version: 3,
    ...given,
  });

export const certificateOf = (id: number, given: Partial<Certificate> = {}): Certificate =>
  Certificate.parse({
    id,
    source: 'acme',
    names: ['www.a.com'],
    serves: ['www.a.com'],
    issuer: 'Test CA',
    key: 'ECDSA P-256',
    fingerprint: 'ab'.repeat(32),
    notBefore: '2026-01-02T01:00:00.000Z',
    notAfter: inDays(62),
    way: 'automatic',
    renewsAt: inDays(32),
    failure: null,
    createdAt: '2026-01-02T01:00:00.000Z',
    ...given,
  });

export const certificatesReply = (
  certificates: readonly Certificate[],
  given: Partial<CallReply<typeof listCertificates>> = {},
): Reply =>
  reply(listCertificates, {
    certificates: [...certificates],
    authority: 'Test CA',
    ways: ['automatic', 'file', 'dns'],
    ...given,
  });

/** A certificate request as the task list has it. */
export const requestTask = (id: number, given: Partial<Task> = {}): Task =>
  Task.parse({
    id,
    taskType: 'CERT_APPLY',
    taskStatus: 'RUNNING',
    createTime: '2026-01-02T01:00:00.000Z',
    startTime: '2026-01-02T01:00:01.000Z',
    endTime: null,
    notifyStatus: 1,
    preTaskCode: null,
    taskParam: '{}',
    taskInfo: 'empty',
    postStatus: null,
    operator: 'demo',
    progress: {},
    paused: false,
    steps: [],
    ...given,
  });

const samples = (): readonly Reply[] => [
  domainsReply([]),
  certificatesReply([]),
  reply(queryIcpList, { domains: [] }),
  reply(bindDomains, { results: [] }),
  reply(importDomains, { results: [] }),
  reply(exportDomains, { csv: 'domain,remark\r\n' }),
  reply(setDomainHttps, { version: 4 }),
  reply(queryBindDomainStatus, { domains: [] }),
  reply(checkTransferInDomains, { domains: [] }),
  reply(preflightCertificate, { rows: [], canApply: true }),
  reply(applyCertificate, { taskId: 7 }),
  reply(uploadCertificate, {
    names: ['www.a.com'],
    serves: ['www.a.com'],
    issuer: 'Test CA',
    key: 'RSA 2048',
    fingerprint: 'ab'.repeat(32),
    notBefore: '2026-01-02T01:00:00.000Z',
    notAfter: inDays(90),
  }),
  reply(downloadCertificate, { fileName: 'www.a.com.pem', pem: '-----BEGIN CERTIFICATE-----' }),
  ...[
    unbindDomains,
    setPrimaryDomain,
    remarkDomain,
    transferDomain,
    revokeCertificate,
    removeCertificate,
    saveCertificateSettings,
  ].map((call) => reply(call, {})),
];

export async function openDomainServer() {
  const server = await openReplyServer(samples);
  return {
    ...server,
    /** Changes as `path` below `/api/` and body, in order. */
    sent: () => server.changes().map(({ path, body }) => [path.replace('/api/', ''), body] as const),
  };
}
