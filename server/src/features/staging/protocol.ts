import { z } from 'zod';
import { HostCode } from '@sitedeck/contract';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: HostCode });

/** Requests of the API to the worker, which owns trees and tables. */
export const stagingProtocol = {
  /** Measures a staging copy; `tables` is null without a database. */
  measureStaging: {
    request: Host,
    reply: z.object({
      bytes: z.number(),
      tables: z.object({ count: z.number(), bytes: z.number() }).nullable(),
    }),
  },
  /** Removes a staging copy whose row says so. */
  endStaging: { request: Host, reply: z.object({}) },
} as const satisfies RpcProtocol;
