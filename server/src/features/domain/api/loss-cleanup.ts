import type { HostCode } from '@sitedeck/contract';
import type { DomainParts } from './calls';
import { withoutNames } from './without-names';

/** After domains moved to another host: logs it for the owner of the old host, and removes their settings there. */
export const makeLossCleanup =
  ({ hosts, settings, record }: DomainParts) =>
  async (oldHost: HostCode, names: readonly string[], requestId: string): Promise<void> => {
    const host = await hosts.fresh(oldHost);
    const author = { operator: '', role: null, action: 'loseDomain' };
    await record({
      hostCode: oldHost,
      accountCode: host?.account_code ?? null,
      operator: '',
      role: '',
      address: '',
      area: 'host',
      action: 'loseDomain',
      object: names.join(', '),
      result: 'ok',
      detail: {},
      requestId,
    });
    // The log comes first: its owner must see the loss even if the engines refuse the change of settings.
    await settings.change({ hostCode: oldHost, author, change: (document) => withoutNames(document, names) });
  };
