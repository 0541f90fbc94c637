import type { HostCode } from '@sitedeck/contract';
import type { DomainParts } from './calls';
import { withoutNames } from './without-names';

/** Removes the switches of lost domains, and puts the loss into the log that the other owner reads. */
export const makeSettleLoss =
  ({ hosts, settings, record }: DomainParts) =>
  async (other: HostCode, names: readonly string[], requestId: string): Promise<void> => {
    const loser = await hosts.fresh(other);
    const author = { operator: '', role: null, action: 'loseDomain' };
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
    // After the log: engines that refuse the other host must not keep its owner from learning of the loss.
    await settings.change({ hostCode: other, author, change: (document) => withoutNames(document, names) });
  };
