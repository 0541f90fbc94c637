import { z } from 'zod';
import { defineCall } from '../call/call';
import { READS_SETTINGS, CHANGES_SETTINGS } from './call';
import { ERROR_PAGE_MAX, ErrorPage } from './site-config';

export const readErrorPage = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/errorPage/config',
  summary: 'The 404 page; null means the server default',
  reply: z.object({
    page: ErrorPage.nullable(),
    /** Whether the file exists; true for a text. */
    exists: z.boolean(),
    version: z.number().int(),
  }),
});

export const setErrorPage = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/errorPage/set',
  summary: 'Set the 404 page: a file in /wwwroot, or custom content',
  body: z.union([
    z.object({ path: z.string().min(1).max(4096) }),
    z.object({ content: z.string().min(1).max(ERROR_PAGE_MAX) }),
  ]),
});

export const unsetErrorPage = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/errorPage/unset',
  summary: 'Reset the 404 page to the server default',
});
