import type { Locale, Need } from '@sitedeck/contract';
import type { HostScope } from '../host-scope';

/** What one area knows that an owner should do something about. Composed where the areas are. */
export type NeedSource = (scope: HostScope, locale: Locale) => Promise<readonly Need[]>;
