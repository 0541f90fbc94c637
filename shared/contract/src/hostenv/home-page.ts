import { z } from 'zod';
import { defineCall } from '../call/call';
import { READS_SETTINGS, CHANGES_SETTINGS } from './call';
import { DOCUMENTS_MAX } from './site-config';

export const setDefaultHomePage = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/setDefaultHomePage',
  summary: 'Set the default documents in search order',
  body: z.object({ docs: z.array(z.string().min(1).max(255)).min(1).max(DOCUMENTS_MAX) }),
});

export const readHomePage = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/homePage',
  summary: 'Default documents in order, and which of them exist',
  reply: z.object({
    documents: z.array(z.object({ name: z.string(), exists: z.boolean() })),
    /** The defaults of a new site in this language. */
    standard: z.array(z.string()),
    version: z.number().int(),
  }),
});
