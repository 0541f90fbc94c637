import type { Logger } from 'pino';
import type { consoleCalls, Need } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { NeedSource } from '#sites/api/need-source';

type Calls = Pick<typeof consoleCalls, 'listNeeds'>;

export interface NeedsParts {
  /** Sources of every feature. Needs of equal urgency are listed in this order. */
  readonly sources: readonly NeedSource[];
  readonly now: () => number;
  readonly log: Logger;
}

const ORDER: readonly Need['tone'][] = ['error', 'warning', 'info'];

const worstFirst = (needs: readonly Need[]): Need[] =>
  ORDER.flatMap((tone) => needs.filter((need) => need.tone === tone));

export function needsHandlers({ sources, now, log }: NeedsParts): Handlers<Calls> {
  return {
    listNeeds: async (_request, { scope, locale, requestId: id }) => {
      // A failing source must not hide the needs of the others.
      const replies = sources.map((source) =>
        source(scope, locale).catch((err: unknown) => {
          log.error({ id, err }, 'needs of an area are not known');
          return [];
        }),
      );
      const needs = (await Promise.all(replies)).flat();
      return { needs: worstFirst(needs), checkedAt: new Date(now()).toISOString() };
    },
  };
}
