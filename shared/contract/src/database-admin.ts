import { z } from 'zod';
import { defineCall } from './call';

/** Tools that a host's database can be opened with. */
export const ADMIN_TOOLS = ['adminer'] as const;

/** Not for portals: what it leads to is a page of its own, for whoever is signed in to the console. */
export const openAdminTool = defineCall({
  method: 'GET',
  path: '/api/database/mysql/admin/{x}',
  summary: 'An address that opens the database in an admin tool, once and for a minute, without its password',
  access: 'owner',
  effect: 'change',
  passesLock: true,
  /** Name of the tool, of `ADMIN_TOOLS`. */
  params: z.object({ x: z.string().min(1).max(32) }),
  reply: z.object({ url: z.string() }),
});
