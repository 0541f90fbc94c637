import type { CdnPurge } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { prefetchTask } from '../tasks';
import { readAllowances, spendAllowance } from './allowances';
import { edgeNames, edgeUrls } from './edge-names';
import type { CdnCalls, CdnParts } from './parts';

/** Characters of a URL in lists and logs. */
const SHOWN_MAX = 200;

export function purgeHandlers(parts: CdnParts): Handlers<Pick<CdnCalls, 'purgeCdn' | 'prefetchCdn'>> {
  const { settings, pages, enqueue } = parts;

  const namesOf = async ({ scope }: OwnerContext) => {
    const { document } = await settings.read(scope.hostCode);
    const names = edgeNames(scope.host, document);
    if (names.length === 0) throw new Refusal('cdn-nowhere-on');
    return names;
  };

  return {
    purgeCdn: async ({ body }, context) => {
      const { hostCode } = context.scope;
      const names = await namesOf(context);
      const purge: CdnPurge =
        body.is === 'all' ? body : { is: body.is, urls: [...edgeUrls(body.urls, names)] };
      context.note(purge.is === 'all' ? '*' : purge.urls.join(', ').slice(0, SHOWN_MAX), {
        after: { purge: purge.is },
      });
      const count = purge.is === 'all' ? 1 : purge.urls.length;
      await spendAllowance(parts, hostCode, { kind: purge.is, count });
      const { removed } = await pages.call('purgePages', { hostCode, purge });
      return { removed, allowances: await readAllowances(parts, hostCode) };
    },
    prefetchCdn: async ({ body }, context) => {
      const { hostCode, operator } = context.scope;
      const urls = [...edgeUrls(body.urls, await namesOf(context))];
      const [first = ''] = urls;
      const objectName = `${first.slice(0, SHOWN_MAX)}${urls.length > 1 ? ` +${urls.length - 1}` : ''}`;
      context.note(objectName);
      await spendAllowance(parts, hostCode, { kind: 'prefetch', count: urls.length });
      const task = await enqueue(prefetchTask, { hostCode, operator, payload: { urls, objectName } });
      return { taskId: task.id };
    },
  };
}
