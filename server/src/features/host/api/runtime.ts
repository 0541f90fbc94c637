import type { Language } from '@sitedeck/contract';
import type { Runtimes } from '#links/agent-protocol';
import { isRefusal } from '#faults/refusal';

/** What the node says of its engines. Refuses engine-down where it does not answer. */
export type AskRuntimes = () => Promise<Runtimes>;

/** What runs the programs of a site. */
export type Runtime =
  | { readonly is: 'present'; readonly version: string }
  | { readonly is: 'missing'; readonly engine: string }
  /** Its language has no programs. */
  | { readonly is: 'none' }
  /** The node does not answer just now. */
  | { readonly is: 'unknown' };

/** The one that Mono stands for. */
const FRAMEWORK = '4.0';

const ENGINES = { PHP: 'PHP', NET: '.NET' } as const;

export async function runtimeOf(language: Language, ask: AskRuntimes): Promise<Runtime> {
  if (language === 'HTML') return { is: 'none' };
  const runtimes = await ask().catch((error: unknown) => {
    if (isRefusal(error) && error.reason === 'engine-down') return undefined;
    throw error;
  });
  if (!runtimes) return { is: 'unknown' };
  const version = runtimes[language];
  if (version === null) return { is: 'missing', engine: ENGINES[language] };
  // What an application asks for is the framework's version; the engine numbers itself its own way.
  return { is: 'present', version: language === 'NET' ? `${FRAMEWORK} (Mono ${version})` : version };
}
