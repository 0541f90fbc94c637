import { z } from 'zod';
import { defineCall } from '../call/call';
import { READS_SETTINGS, CHANGES_SETTINGS } from './call';
import { MimeMapping } from './site-config';

export const listMimeTypes = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/mime/config',
  summary: 'MIME types by extension: those of the server, and those the site adds or replaces',
  reply: z.object({
    types: z.array(
      MimeMapping.extend({
        from: z.enum(['server', 'site']),
        /** The server's own type, which the site's type replaced. */
        replaces: z.string().optional(),
      }),
    ),
    version: z.number().int(),
  }),
});

export const addMime = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/mime/add',
  summary: 'Add a MIME type for an extension',
  body: z.object({ mimeType: z.string().min(1).max(255), extension: z.string().min(1).max(64) }),
});

export const removeMime = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/mime/remove',
  summary: 'Remove the custom type of an extension',
  body: z.object({ extension: z.string().min(1).max(64) }),
});
