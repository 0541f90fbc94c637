import { CdnPurge, CdnTopUrl, HostCode } from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: HostCode });

/** Requests of the API to the worker: only the worker can read and remove cached pages. */
export const cdnProtocol = {
  /** Removes cached pages of a host before it replies. Refuses with `host-gone` and `too-many-at-once`. */
  purgePages: { request: Host.extend({ purge: CdnPurge }), reply: z.object({ removed: z.number().int() }) },
  /** Bytes that the cached pages of a host take. Refuses with `too-many-at-once`. */
  measureCache: { request: Host, reply: z.object({ bytes: z.number() }) },
  /** The most requested URLs in the newest part of the access log. */
  topCdnUrls: { request: Host, reply: z.object({ urls: z.array(CdnTopUrl) }) },
} as const satisfies RpcProtocol;
