import type { ConfigDifference, SiteConfig } from '@sitedeck/contract';
import type { OwnerContext } from '#api/calls/handlers';
import type { SiteSettings } from '#sites/config/save-site-config';
import { configDifferences } from '#sites/config/config-difference';

/** Makes the next document from the one in force. Throws a refusal if the change is impossible. */
type Change = (document: SiteConfig, version: number) => SiteConfig;

interface SettingsCall {
  /** Name of the call. */
  readonly action: string;
  readonly query: { readonly version?: number | undefined };
}

const fields = (differences: readonly ConfigDifference[], side: 'before' | 'after') =>
  Object.fromEntries(differences.map((difference) => [difference.field, difference[side] ?? null]));

/** Changes the settings for the signed-in user, notes the changed fields in the operation log, and returns the new version. */
export const changeFor =
  (settings: SiteSettings) =>
  async (
    { action, query }: SettingsCall,
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
