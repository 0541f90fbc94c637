import type { Isolation } from '#system/process/identity';

/** The programs that build a cage. */
export interface CageEngine {
  readonly bubblewrap: string;
  readonly setpriv: string;
  /** Filter of system calls. */
  readonly filter: Buffer;
  readonly version: string;
  /** How a cage is built without root; undefined as root. */
  readonly userNamespace?: UserNamespace;
}

/**
 * Without root a cage is built in a user namespace, and its programs keep our own uid. Only what the cage shows
 * separates them from the product.
 */
export interface UserNamespace {
  readonly args: readonly string[];
  /** The kernel counts the processes of each cage alone, so that their number can be limited. */
  readonly countsAlone: boolean;
}

/** How far programs of hosts are separated from each other on this machine. */
export type Cages =
  | { readonly is: 'on'; readonly engine: CageEngine }
  | {
      readonly is: 'off';
      /**
       * `missing`: a program is not installed; `rights`: the machine does not permit namespaces, as in most containers.
       */
      readonly why: 'missing' | 'rights';
    };

/** `one-uid`: cages separate the programs of hosts, but all have the uid of the product itself. */
export type CageState = 'on' | 'one-uid' | 'off';

export function cageState(cages: Cages): CageState {
  if (cages.is === 'off') return 'off';
  return cages.engine.userNamespace ? 'one-uid' : 'on';
}

/** Whether the kernel counts the processes of a host alone: by its uid, or by its cage. */
export const countsHostAlone = (isolation: Isolation, cages: Cages): boolean =>
  isolation.is === 'separate' || (cages.is === 'on' && cages.engine.userNamespace?.countsAlone === true);
