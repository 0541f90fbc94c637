import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileVerb } from '#files/link/protocol';
import { makeFileHosts, type FileHosts, type TestHost } from './file-hosts';

/** One file service per test file and one host per test, with the calls that most tests need. */
export interface HostPerTest {
  readonly hosts: FileHosts;
  readonly host: TestHost;
  /** Number of hosts so far. */
  readonly count: number;
  /** Replaces the host by one with a quota in bytes. */
  readonly limited: (quotaBytes: number) => Promise<void>;
  /** A path on disk. */
  readonly own: (path: string) => string;
  /** A verb's reply, or the reason of its refusal. */
  readonly request: (verb: FileVerb, body: unknown) => Promise<unknown>;
  /** Writes a file of the host. */
  readonly put: (path: string, content: string | Buffer) => Promise<void>;
}

/** @param name prefix of the hosts' names */
export function makeHostPerTest(name: string): HostPerTest {
  let made: { hosts: FileHosts; host?: TestHost } | undefined;
  let count = 0;
  const hosts = () => {
    if (!made) throw new Error('It is there when the tests begin');
    return made.hosts;
  };
  const host = () => {
    if (!made?.host) throw new Error('It is there when a test begins');
    return made.host;
  };
  beforeAll(async () => {
    made = { hosts: await makeFileHosts() };
  });
  afterAll(() => hosts().close());
  const next = async (quotaBytes: number | null) => {
    made = { hosts: hosts(), host: await hosts().host(`${name}${++count}`, quotaBytes) };
  };
  beforeEach(() => next(null));
  const own = (path: string) => join(host().root, path);
  return {
    get hosts() {
      return hosts();
    },
    get host() {
      return host();
    },
    get count() {
      return count;
    },
    limited: next,
    own,
    request: (verb, body) => hosts().request(host(), verb, body),
    put: async (path, content) => {
      await writeFile(own(path), content);
      await chown(own(path), host().target.uid, host().target.uid);
    },
  };
}
