import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { FTP_QUOTA_FILE } from '#system/ftp/quota-file';
import { hostIdentity, isolationHere } from '#system/process/identity';

const NEVER = { signal: new AbortController().signal, progress: () => undefined };
const MB = 1_000_000;

let hosts: FileHosts;
let host: TestHost;

beforeAll(async () => {
  hosts = await makeFileHosts();
  host = await hosts.host('counted', 50 * MB);
  const { uid, gid } = hostIdentity(isolationHere(), host.target.uid);
  writeFileSync(join(host.root, FTP_QUOTA_FILE), '');
  chownSync(join(host.root, FTP_QUOTA_FILE), uid, gid);
});
afterAll(() => hosts.close());

/** The size of the tree by pure-ftpd's count, bytes. */
const counted = () => Number(readFileSync(join(host.root, FTP_QUOTA_FILE), 'utf8').split(' ')[1]);
const measure = async () => (await hosts.parent.handlers.measure(host.target, NEVER)).bytes;
const bring = () => hosts.parent.handlers.countForFtp(host.target, NEVER);

it('passes a fresh measurement to FTP sessions at once, and counts their writes once', async () => {
  await bring();
  const empty = counted();
  writeFileSync(join(host.root, 'wwwroot/by-the-site.bin'), Buffer.alloc(20 * MB, 1));
  const found = await measure();
  expect(found).toBeGreaterThanOrEqual(20 * MB);
  expect(counted()).toBe(found);

  // A client uploads: pure-ftpd adds to its count, and the next measure finds the file.
  writeFileSync(join(host.root, 'wwwroot/by-ftp.bin'), Buffer.alloc(5 * MB, 1));
  writeFileSync(join(host.root, FTP_QUOTA_FILE), `1 ${found + 5 * MB}\n`);
  const both = await measure();
  await bring();
  expect(both).toBeGreaterThanOrEqual(25 * MB);
  expect(counted()).toBe(both);
  expect(empty).toBeLessThan(MB);
});
