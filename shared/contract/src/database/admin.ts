import { z } from 'zod';
import { defineCall } from '../call/call';
import { TABLE_NAME_MAX } from './terms';

/** Tools that can open a host's database. */
export const ADMIN_TOOLS = ['adminer'] as const;

/** Not for portals: the call leads to a page of its own, for users who are signed in to the console. */
export const openAdminTool = defineCall({
  method: 'GET',
  path: '/api/database/mysql/admin/{x}',
  summary:
    'A single-use address that opens the database in an admin tool without its password; valid for one minute',
  access: 'owner',
  effect: 'change',
  passesLock: true,
  /** Name of the tool, one of `ADMIN_TOOLS`. */
  params: z.object({ x: z.string().min(1).max(32) }),
  query: z.object({
    /** The table whose rows the tool shows first; the list of tables by default. */
    table: z.string().min(1).max(TABLE_NAME_MAX).optional(),
    /** Theme of the console; the browser's by default. */
    theme: z.enum(['light', 'dark']).optional(),
  }),
  reply: z.object({ url: z.string() }),
});

/** What the tool shows first, and in which theme. */
export type AdminToolView = z.output<typeof openAdminTool.query>;
