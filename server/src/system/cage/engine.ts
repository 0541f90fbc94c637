/** The programs that build a cage. */
export interface CageEngine {
  readonly bubblewrap: string;
  readonly setpriv: string;
  /** Filter of system calls. */
  readonly filter: Buffer;
  readonly version: string;
}

/** How far programs of hosts are separated from each other on this machine. */
export type Cages =
  | { readonly is: 'on'; readonly engine: CageEngine }
  | {
      readonly is: 'off';
      /**
       * `root`: not started as root; `missing`: a program is not installed; `rights`: the machine does not permit
       * namespaces, as in most containers.
       */
      readonly why: 'root' | 'missing' | 'rights';
    };
