import type { ConfigDifference, SiteConfig } from '@sitedeck/contract';
import type { OwnerContext } from '#api/calls/handlers';
import type { SiteSettings } from '#sites/api/change-config';
import { configDifferences } from '#sites/api/config-difference';

/** What a settings call does to the document. Throws a refusal where it can't. */
export type Change = (document: SiteConfig, version: number) => SiteConfig;

interface Asked {
  /** Name of the call. */
  readonly action: string;
  readonly query: { readonly version?: number | undefined };
}

const fields = (differences: readonly ConfigDifference[], side: 'before' | 'after') =>
  Object.fromEntries(differences.map((difference) => [difference.field, difference[side] ?? null]));

/** Makes a change for whoever is signed in, notes what it replaced, and answers the version in force. */
export const changeFor =
  (settings: SiteSettings) =>
  async (
    { action, query }: Asked,
    { scope, note }: OwnerContext,
    change: Change,
  ): Promise<{ version: number }> => {
    const { hostCode, operator, role } = scope;
    const version = await settings.change({
      hostCode,
      author: { operator, role, action },
      base: query.version,
      change: (document, base) => {
        const after = change(document, base);
        const differences = configDifferences(document, after);
        note(
          differences
            .map(({ field }) => field)
            .join(', ')
            .slice(0, 200),
          {
            before: fields(differences, 'before'),
            after: fields(differences, 'after'),
          },
        );
        return after;
      },
    });
    return { version };
  };
