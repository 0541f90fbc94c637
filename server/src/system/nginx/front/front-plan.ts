import type { NginxEngine } from '../engine';
import type { ToolServer } from './front-tool';
import type { Instance } from '../instance';

export interface FrontPlan {
  readonly engine: NginxEngine;
  readonly instance: Instance;
  readonly workerUser: string | undefined;
  /** An address like `127.0.0.1:8080`, `8080` or `[::]:8080`. */
  readonly listen: readonly string[];
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Addresses and networks whose `X-Forwarded-For` and `-Proto` are trusted. */
  readonly trustProxy: readonly string[];
  readonly apiSocket: string;
  readonly childSockets: string;
  readonly hostsFolder: string;
  readonly accessLog: string;
  /** Copy of the build: holds `shell/assets/`. */
  readonly bundle: string;
  /** Holds `remotes/<name>/<version>/` and `packages/`. */
  readonly registry: string;
  /** Undefined if this machine has no admin tool. */
  readonly tool: ToolServer | undefined;
}
