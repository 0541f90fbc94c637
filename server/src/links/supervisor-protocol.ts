import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

/** Requests of the worker to the supervisor, which starts and ends the engines. */
export const supervisorProtocol = {
  /** Makes the current PHP configuration on disk live; answers once new requests reach it. */
  replacePhp: { request: z.object({}), reply: z.object({}) },
} as const satisfies RpcProtocol;
