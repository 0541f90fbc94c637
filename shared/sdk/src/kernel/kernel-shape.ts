import type { PublicConfig } from '@sitedeck/contract';
import type { SdkApi } from '../api/sdk-api';
import type { Access } from '../call/access';
import type { Call, Exchange, Transport } from '../call/exchange';
import type { ServerClock } from '../clock/server-clock';
import type { LocalTaskDesk } from '../tasks/local-task-desk';
import type { TaskStream } from '../tasks/task-stream';
import type { Events } from './events';
import type { KernelEvents } from './kernel-events';
import type { SdkStore } from './store';

/** Everything that exists once per page: session, store, task stream, the way out to the server. */
export interface Kernel {
  readonly protocol: number;
  readonly config: PublicConfig;
  readonly store: SdkStore;
  readonly events: Events<KernelEvents>;
  readonly access: Access;
  readonly call: Call;
  readonly exchange: Exchange;
  /** An exchange that goes another way than the usual one. Absent in a kernel of an older shell. */
  readonly exchangeBy?: (transport: Transport) => Exchange;
  /** Absent in a kernel of an older shell. */
  readonly clock?: ServerClock;
  readonly tasks: TaskStream;
  readonly localTasks: LocalTaskDesk;
  /** Takes RTK Query into the store; the SDK calls it once, when the first view needs it. */
  readonly attachApi: (api: SdkApi) => void;
  /** The session is over and the page is on its way to sign-in. Absent in a kernel of an older shell. */
  readonly isLeaving?: () => boolean;
}
