import { compareToRange, type BootRemote } from '@sitedeck/contract';
import sdk from '@sitedeck/sdk/package.json';
import shell from '../../package.json';

/** `console-old`: the open page is older than the remote requires; a reload fetches a newer one. */
export type Compatibility = 'fits' | 'console-old' | 'remote-old';

const HELD = { sdk: sdk.version, shell: shell.version };

/** Whether this console meets the requirements of a remote's manifest. */
export function compatibilityOf({ requires }: Pick<BootRemote, 'requires'>, held = HELD): Compatibility {
  const results = [compareToRange(held.sdk, requires.sdk), compareToRange(held.shell, requires.shell)];
  if (results.includes('below')) return 'console-old';
  return results.includes('above') ? 'remote-old' : 'fits';
}
