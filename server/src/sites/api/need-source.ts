import type { Locale, Need } from '@sitedeck/contract';
import type { HostScope } from '../host-scope';

/** Lists the needs of a host that one feature knows of. The composition root combines all sources. */
export type NeedSource = (scope: HostScope, locale: Locale) => Promise<readonly Need[]>;
