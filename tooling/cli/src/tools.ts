import type { Door } from './door';
import type { ProviderCall } from './provider-call';

/** What the commands work with. */
export interface Tools {
  readonly call: ProviderCall;
  /** Where the server is, as environment and options say. */
  readonly door: () => Promise<Door>;
  readonly say: (line: string) => void;
  /** Never from an argument, which `ps` shows. */
  readonly askPassword: () => Promise<string>;
  /** Folders given on the command line are relative to it. */
  readonly cwd: string;
  /** Folder of a built console to try remotes in. */
  readonly console: string;
}
