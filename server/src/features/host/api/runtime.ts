import type { Language } from '@sitedeck/contract';
import type { Runtimes } from '#links/worker-protocol';
import { isRefusal } from '#faults/refusal';

/** Asks the node for its runtimes. Refuses with `engine-down` if it does not answer. */
export type ReadRuntimes = () => Promise<Runtimes>;

/** The runtime of a site's programs. */
export type Runtime =
  | { readonly is: 'present'; readonly version: string }
  | { readonly is: 'missing'; readonly engine: string }
  /** Its language has no programs. */
  | { readonly is: 'none' }
  /** The node does not answer just now. */
  | { readonly is: 'unknown' };

/** The .NET Framework version that Mono implements. */
const FRAMEWORK = '4.0';

const ENGINES = { PHP: 'PHP', NET: '.NET' } as const;

export async function runtimeOf(language: Language, request: ReadRuntimes): Promise<Runtime> {
  if (language === 'HTML') return { is: 'none' };
  const runtimes = await request().catch((error: unknown) => {
    if (isRefusal(error) && error.reason === 'engine-down') return undefined;
    throw error;
  });
  if (!runtimes) return { is: 'unknown' };
  const version = runtimes[language];
  if (version === null) return { is: 'missing', engine: ENGINES[language] };
  // Applications require a version of the framework; Mono has a version numbering of its own.
  return { is: 'present', version: language === 'NET' ? `${FRAMEWORK} (Mono ${version})` : version };
}
