import { z } from 'zod';
import { defineCall } from './call';
import { READS_SETTINGS, CHANGES_SETTINGS } from './hostenv-call';
import {
  ERROR_PAGE_MAX,
  ErrorPage,
  MimeMapping,
  Redirect,
  REDIRECT_END_MAX,
  REDIRECTS_MAX,
} from './site-config';

const Address = z.string().min(1).max(REDIRECT_END_MAX);
/** A redirect as a user enters it; an absent field is false. */
const NewRedirect = z.object({
  source: Address,
  target: Address,
  keepPath: z.boolean().optional(),
  keepQuery: z.boolean().optional(),
});

export const listRedirects = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/redirect/config',
  summary: 'Redirects in order: the first whose source fits is taken',
  reply: z.object({ redirects: z.array(Redirect), version: z.number().int() }),
});

export const addRedirect = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/redirect/add',
  summary: 'A 301 redirect of a domain, a path, or a domain with a path',
  body: NewRedirect,
});

export const addRedirects = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/redirect/import',
  summary: 'Several redirects at once, all or none; `replace` puts them in the place of those that are there',
  body: z.object({
    redirects: z.array(NewRedirect).min(1).max(REDIRECTS_MAX),
    replace: z.boolean().default(false),
  }),
});

export const removeRedirect = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/redirect/del',
  summary: 'Remove the redirect of a source',
  body: z.object({ source: Address }),
});

export const orderRedirects = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/redirect/order',
  summary: 'The order in which redirects are tried',
  /** Each source at most once. */
  body: z.object({ sources: z.array(Address).max(REDIRECTS_MAX) }),
});

export const testRedirect = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/redirect/test',
  summary: 'Where an address leads, step by step',
  body: z.object({ url: Address, /** Tried beside those that are kept. */ draft: NewRedirect.optional() }),
  reply: z.object({
    steps: z.array(z.object({ url: z.string(), source: z.string(), to: z.string() })),
    /** `here`: this site serves it; `elsewhere`: another site does. */
    end: z.enum(['here', 'elsewhere', 'loop']),
  }),
});

export const readErrorPage = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/errorPage/config',
  summary: 'The page for HTTP 404; null: the server’s own',
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
  summary: 'What visitors get for HTTP 404: a file under /wwwroot, or a text',
  body: z.union([
    z.object({ path: z.string().min(1).max(4096) }),
    z.object({ content: z.string().min(1).max(ERROR_PAGE_MAX) }),
  ]),
});

export const unsetErrorPage = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/errorPage/unset',
  summary: 'The server’s own page for HTTP 404 again',
});

export const listMimeTypes = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/mime/config',
  summary: 'MIME types by extension: the server’s, and what the site adds or puts in their place',
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
  summary: 'A MIME type for an extension',
  body: z.object({ mimeType: z.string().min(1).max(255), extension: z.string().min(1).max(64) }),
});

export const removeMime = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/mime/remove',
  summary: 'The server’s own type for an extension again',
  body: z.object({ extension: z.string().min(1).max(64) }),
});
