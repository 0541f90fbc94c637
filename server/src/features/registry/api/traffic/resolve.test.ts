import { AccountCode, BootRemote, type Traffic } from '@sitedeck/contract';
import { filesOf, remoteJson } from '#testing/remote-package';
import { readStored, type RegistryState, type RemoteState } from '../registry-state';
import { bucketOf, resolveBoot, versionFor } from './resolve';
import { NO_TRAFFIC } from './traffic';

const account = (number: number) => AccountCode.parse(`ac${number}`);
const remote = (name: string, version: string, change: object = {}): BootRemote =>
  BootRemote.parse({
    ...remoteJson(name, version, filesOf(name, version)),
    base: `/remotes/${name}/${version}/`,
    ...change,
  });

function state(name: string, traffic: Partial<Traffic>, stored: readonly BootRemote[]): RemoteState {
  return {
    name,
    revision: 1,
    traffic: { ...NO_TRAFFIC, ...traffic },
    versions: new Set(stored.map(({ version }) => version)),
    inForce: new Map(stored.map((one) => [one.version, one])),
    newest: stored.at(-1),
  };
}
const registry = (...remotes: RemoteState[]): RegistryState => ({ remotes, isComplete: true });
const me = { accountCode: account(1001) };

describe('the version an account gets', () => {
  const traffic: Traffic = { ...NO_TRAFFIC, current: '1.0.0', rollout: { version: '2.0.0', percent: 30 } };
  const accounts = Array.from({ length: 2000 }, (_, index) => account(1001 + index));
  const withNew = (percent: number) =>
    accounts.filter(
      (code) => versionFor('notes', { ...traffic, rollout: { version: '2.0.0', percent } }, code) === '2.0.0',
    );

  it('is the rolled-out one for about that percentage of the accounts', () => {
    for (const percent of [5, 30, 75]) {
      const share = (withNew(percent).length / accounts.length) * 100;
      expect(Math.abs(share - percent)).toBeLessThan(4);
    }
  });

  it('stays with an account while the percentage grows', () => {
    const grown = new Set(withNew(40));
    expect(withNew(10).every((code) => grown.has(code))).toBe(true);
  });

  it('depends on the remote, so that no account is always among the first', () => {
    const first = (name: string) => accounts.filter((code) => bucketOf(name, code) < 5);
    expect(first('notes')).not.toEqual(first('files'));
  });

  it('is the pinned one, whatever else applies', () => {
    const pins = { [account(1001)]: '0.9.0' };
    expect(versionFor('notes', { ...traffic, pins }, account(1001))).toBe('0.9.0');
  });
});

describe('the boot document', () => {
  it('contains the versions in force and no withdrawn ones', () => {
    const boot = resolveBoot(
      registry(
        state('files', { current: '1.0.0' }, [remote('files', '1.0.0')]),
        state('notes', {}, [remote('notes', '1.0.0')]),
      ),
      me,
    );
    expect(boot.remotes.map(({ name }) => name)).toEqual(['files']);
    expect(boot.remotes[0]).not.toHaveProperty('refused');
  });

  it('refuses a remote whose version is missing, with the menu entry of its newest one, and no other remote', () => {
    const notes = state('notes', { current: '2.0.0' }, [remote('notes', '1.0.0')]);
    const boot = resolveBoot(
      registry(state('files', { current: '1.0.0' }, [remote('files', '1.0.0')]), notes),
      me,
    );
    expect(boot.remotes).toMatchObject([
      { name: 'files' },
      { name: 'notes', version: '2.0.0', refused: 'version-missing', assets: {}, menu: [{ path: '/notes' }] },
    ]);
    expect(boot.remotes[0]).not.toHaveProperty('refused');
  });

  it('refuses the second remote that claims a route', () => {
    const routes = [{ path: '/files', titleKey: 'title' }];
    const boot = resolveBoot(
      registry(
        state('files', { current: '1.0.0' }, [remote('files', '1.0.0')]),
        state('notes', { current: '1.0.0' }, [remote('notes', '1.0.0', { routes })]),
      ),
      me,
    );
    expect(boot.remotes.map(({ refused }) => refused)).toEqual([undefined, 'route-taken']);
  });

  it('replaces a remote by the override of a session, and gets another revision', () => {
    const all = registry(state('files', { current: '1.0.0' }, [remote('files', '1.0.0')]));
    const override = remote('files', '1.1.0', { base: 'http://localhost:3001/', override: true });
    const boot = resolveBoot(all, { ...me, override });
    expect(boot.remotes).toEqual([override]);
    expect(boot.revision).not.toBe(resolveBoot(all, me).revision);
    expect(resolveBoot(registry(), { ...me, override }).remotes).toEqual([]);
  });
});

describe('a stored version', () => {
  const built = remoteJson('notes', '1.0.0', filesOf('notes', '1.0.0'));
  const base = '/remotes/notes/1.0.0/';

  it('reaches pages under its address, with the entry script that it was built with', () => {
    expect(readStored({ built, base })).toMatchObject({ name: 'notes', base, entry: 'remoteEntry.0123.js' });
  });

  it.each([
    ['a file without a hash', { ...built.assets, 'late.js': '' }],
    ['a hash of another kind', { ...built.assets, 'late.js': 'sha256-abc' }],
    ['an entry that is not among the files', { 'late.js': built.assets['remoteEntry.0123.js'] }],
  ])('is refused for %s', (_what, assets) => {
    expect(readStored({ built: { ...built, assets }, base })).toMatchObject({
      refused: 'asset-without-hash',
      assets: {},
      menu: [{ path: '/notes' }],
    });
  });

  it('is missing if its manifest is invalid', () => {
    expect(readStored({ built: { name: 'notes' }, base })).toBeUndefined();
  });
});
