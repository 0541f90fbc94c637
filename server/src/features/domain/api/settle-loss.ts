import type { HostCode } from '@sitedeck/contract';
import type { DomainParts } from './calls';
import { withoutNames } from './without-names';

/** Removes the switches of lost domains, and puts the loss into the log that the other owner reads. */
export const makeSettleLoss =
  ({ hosts, settings, record }: DomainParts) =>
  async (other: HostCode, names: readonly string[], requestId: string): Promise<void> => {
    const loser = await hosts.fresh(other);
    const author = { operator: '', role: null, action: 'loseDomain' };
    await settings.change({ hostCode: other, author, change: (document) => withoutNames(document, names) });
    await record({
      hostCode: other,
      accountCode: loser?.account_code ?? null,
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
  };
