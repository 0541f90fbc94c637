import { z } from 'zod';
import type { RpcProtocol } from '../rpc';

/** What the worker asks of the supervisor, which starts and ends the engines. */
export const supervisorProtocol = {
  /** Puts the generation of PHP's configuration that is in force on disk in force; answers when new requests reach it. */
  replacePhp: { request: z.object({}), reply: z.object({}) },
} as const satisfies RpcProtocol;
