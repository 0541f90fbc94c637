import { HostCode, SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { preChecks, type PreCheckParts } from './pre-checks';

const path = SitePath.parse('/data/dump.sql');
const [first, second] = [HostCode.parse('host1'), HostCode.parse('host2')];
const context = { signal: new AbortController().signal, progress: () => 0 };

it('checks a few dumps of a host at once, refuses more of the same host, and admits another host', async () => {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  // A check first reads the host's database facts; blocking that keeps the check running.
  const facts = async () => {
    await gate;
    throw new Refusal('database-none');
  };
  const { checkImport, checkReplaceUrl } = preChecks({ databases: { facts } } as unknown as PreCheckParts);
  const check = (hostCode: HostCode) =>
    checkImport({ hostCode, path, charset: 'utf8', locale: 'en-US' }, context);
  const replace = (hostCode: HostCode) =>
    checkReplaceUrl({ hostCode, from: 'http://a.example', to: 'http://b.example' }, context);
  const checks = [check(first), replace(first), check(first)];
  for (const more of [check, replace])
    await expect(more(first)).rejects.toMatchObject({ reason: 'too-many-at-once' });
  checks.push(check(second));
  letGo();
  for (const ended of await Promise.allSettled(checks))
    expect(ended).toMatchObject({ status: 'rejected', reason: { reason: 'database-none' } });
  await expect(check(first)).rejects.toMatchObject({ reason: 'database-none' });
});
