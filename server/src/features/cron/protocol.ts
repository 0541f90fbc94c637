import { HostCode } from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

const Job = z.object({ hostCode: HostCode, id: z.number().int() });

/** Requests of the API to the worker, which runs the jobs. */
export const cronProtocol = {
  /**
   * Starts a job now, or as soon as fewer others run. Refuses with `cron-gone`, `cron-running`, `cron-site-closed`,
   * `too-busy`, and with `not-allowed` on a machine without cages.
   */
  runCronJob: { request: Job, reply: z.object({}) },
  /** Ends the run of a deleted job, if there is one, before it replies. */
  endCronJob: { request: Job, reply: z.object({}) },
} as const satisfies RpcProtocol;
