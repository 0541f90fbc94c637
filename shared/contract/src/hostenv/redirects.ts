import { z } from 'zod';
import { defineCall } from '../call/call';
import { READS_SETTINGS, CHANGES_SETTINGS } from './call';
import { Redirect, REDIRECT_END_MAX, REDIRECTS_MAX } from './site-config';

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
  summary: 'Redirects in order; the first match wins',
  reply: z.object({ redirects: z.array(Redirect), version: z.number().int() }),
});

export const addRedirect = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/redirect/add',
  summary: 'Add a 301 redirect of a domain, a path, or a domain with a path',
  body: NewRedirect,
});

export const changeRedirect = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/redirect/change',
  summary: 'Replace the redirect of a source by another one, at the same position',
  body: z.object({ source: Address, redirect: NewRedirect }),
});

export const addRedirects = defineCall({
  ...CHANGES_SETTINGS,
  path: '/api/vhost/redirect/import',
  summary: 'Add several redirects at once, all or none; `replace` replaces the existing ones',
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
  summary: 'Reorder the redirects',
  /** Each source at most once. */
  body: z.object({ sources: z.array(Address).max(REDIRECTS_MAX) }),
});

export const testRedirect = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/redirect/test',
  summary: 'Follow the redirects of a URL, step by step',
  body: z.object({ url: Address, /** Tried beside those that are kept. */ draft: NewRedirect.optional() }),
  reply: z.object({
    steps: z.array(z.object({ url: z.string(), source: z.string(), to: z.string() })),
    /** `here`: this site serves it; `elsewhere`: another site does. */
    end: z.enum(['here', 'elsewhere', 'loop']),
  }),
});
