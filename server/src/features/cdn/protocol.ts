import { CdnTopUrl, HostCode } from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: HostCode });

/** Requests of the API to the worker about a host's edge cache. */
export const cdnProtocol = {
  /** The most requested addresses in the newest part of the access log. */
  topCdnUrls: { request: Host, reply: z.object({ urls: z.array(CdnTopUrl) }) },
} as const satisfies RpcProtocol;
