import { z } from 'zod';
import { AppCheck, AppFinding, CatalogueApp, HostCode, SitePath, TablePrefix } from '@sitedeck/contract';
import { IndexedApp } from '#system/apps/catalogue-index';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: HostCode });

/** Requests of the API to the worker, which reads catalogues and looks at hosts. */
export const appsProtocol = {
  /** Reads the catalogue again and stores what it found, also a failure. */
  refreshCatalogue: { request: z.object({}), reply: z.object({}) },
  /** See `checkApp` of the contract. Refuses with `app-gone`. */
  inspectApp: {
    request: z.discriminatedUnion('act', [
      Host.extend({
        act: z.literal('install'),
        requires: CatalogueApp.shape.requires,
        bytes: z.number(),
        /** Name of its package in the catalogue. */
        file: IndexedApp.shape.package.shape.file,
        folder: SitePath,
        prefix: TablePrefix.nullable(),
      }),
      Host.extend({
        act: z.literal('update'),
        requires: CatalogueApp.shape.requires,
        installed: z.number().int(),
      }),
      Host.extend({ act: z.literal('uninstall'), installed: z.number().int() }),
    ]),
    reply: AppCheck,
  },
  /** See `examineApp` of the contract. Refuses with `app-gone`. */
  examineApp: {
    request: Host.extend({ installed: z.number().int() }),
    reply: z.object({ checks: z.array(AppFinding) }),
  },
} as const satisfies RpcProtocol;
