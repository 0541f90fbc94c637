import { HostCode } from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

/** Requests of the worker to the process that starts and ends the PHP of each host. */
export const phpProtocol = {
  /** Puts the PHP configuration on disk in force. Returns the hosts whose new settings are not. */
  open: {
    request: z.object({}),
    reply: z.object({ failed: z.array(z.object({ hostCode: HostCode, detail: z.string() })) }),
  },
  /** Ends the PHP of all hosts that the configuration in force does not contain; replies when nothing is left. */
  endOthers: { request: z.object({}), reply: z.object({}) },
  /** Ends the PHP of a host; the next visitor starts it again. */
  restart: { request: z.object({ hostCode: HostCode }), reply: z.object({}) },
} as const satisfies RpcProtocol;
