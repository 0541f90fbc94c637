import { HostCode, SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { preChecks, type PreCheckParts } from './pre-checks';

const path = SitePath.parse('/data/dump.sql');
const [first, second] = [HostCode.parse('host1'), HostCode.parse('host2')];
const context = { signal: new AbortController().signal, progress: () => 0 };

it('looks into a few dumps of a host at once, refuses it more, and counts no other host with it', async () => {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  // A look asks for the host's database first: held there, it is under way.
  const facts = async () => {
    await gate;
    throw new Refusal('database-none');
  };
  const { checkImport, checkReplaceUrl } = preChecks({ databases: { facts } } as unknown as PreCheckParts);
  const check = (hostCode: HostCode) =>
    checkImport({ hostCode, path, charset: 'utf8', locale: 'en-US' }, context);
  const replace = (hostCode: HostCode) =>
    checkReplaceUrl({ hostCode, from: 'http://a.example', to: 'http://b.example' }, context);
  const looks = [check(first), replace(first), check(first)];
  for (const more of [check, replace])
    await expect(more(first)).rejects.toMatchObject({ reason: 'too-many-at-once' });
  looks.push(check(second));
  letGo();
  for (const ended of await Promise.allSettled(looks))
    expect(ended).toMatchObject({ status: 'rejected', reason: { reason: 'database-none' } });
  await expect(check(first)).rejects.toMatchObject({ reason: 'database-none' });
});
