import { z } from 'zod';
import {
  HostCode,
  listFindingRequests,
  SCAN_ACT_MAX,
  SCAN_ACTS,
  SCAN_ENGINE_STATES,
  SCAN_REASON_MAX,
  type FaultReason,
} from '@sitedeck/contract';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: HostCode });
const Reason = z.custom<FaultReason>((value) => typeof value === 'string');

/** Requests of the API to the worker about web-shell scans. */
export const scanProtocol = {
  scanEngine: { request: z.object({}), reply: z.object({ engine: z.enum(SCAN_ENGINE_STATES) }) },
  /** See `actOnFindings` of the contract. */
  actOnFindings: {
    request: Host.extend({
      act: z.enum(SCAN_ACTS),
      ids: z.array(z.number().int().positive()).min(1).max(SCAN_ACT_MAX),
      reason: z.string().max(SCAN_REASON_MAX),
    }),
    reply: z.object({
      done: z.array(z.number().int()),
      failed: z.array(z.object({ id: z.number().int(), path: z.string(), reason: Reason })),
    }),
  },
  /** See `listFindingRequests` of the contract. Refuses with `scan-file-gone`. */
  findingRequests: { request: Host.extend({ id: z.number().int() }), reply: listFindingRequests.reply },
} as const satisfies RpcProtocol;
