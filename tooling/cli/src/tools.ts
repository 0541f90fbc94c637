import type { ServerAccess } from './server-address';
import type { ProviderCall } from './provider-call';

/** Functions and settings that all commands share. */
export interface Tools {
  readonly call: ProviderCall;
  /** Addresses of the server, from environment and options. */
  readonly server: () => Promise<ServerAccess>;
  readonly say: (line: string) => void;
  /** Never from an argument, which `ps` shows. */
  readonly askPassword: () => Promise<string>;
  /** Folders given on the command line are relative to it. */
  readonly cwd: string;
  /** Folder of a built console to try remotes in. */
  readonly console: string;
}
