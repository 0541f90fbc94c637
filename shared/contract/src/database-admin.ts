import { z } from 'zod';
import { defineCall } from './call';

/** Tools that can open a host's database. */
export const ADMIN_TOOLS = ['adminer'] as const;

/** Not for portals: the call leads to a page of its own, for users who are signed in to the console. */
export const openAdminTool = defineCall({
  method: 'GET',
  path: '/api/database/mysql/admin/{x}',
  summary: 'An address that opens the database in an admin tool, once and for a minute, without its password',
  access: 'owner',
  effect: 'change',
  passesLock: true,
  /** Name of the tool, one of `ADMIN_TOOLS`. */
  params: z.object({ x: z.string().min(1).max(32) }),
  reply: z.object({ url: z.string() }),
});
