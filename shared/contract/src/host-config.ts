import { z } from 'zod';
import { Switch } from './brand';
import { defineCall } from './call';

const NOTHING = z.object({});

/** Rules that all settings of a host share. */
const SETTING = { method: 'POST', access: 'owner', effect: 'change', reply: NOTHING } as const;
const OnOff = z.object({ value: Switch });

export const setDefaultHomePage = defineCall({
  ...SETTING,
  path: '/api/vhost/setDefaultHomePage',
  summary: 'Default documents, first one first',
  body: z.object({ docs: z.array(z.string().min(1).max(255)).min(1).max(20) }),
});

export const saveRewrite = defineCall({
  ...SETTING,
  path: '/api/vhost/config/rewrite/save',
  summary: 'Keep a rewrite rule under a name; with an id, the one that is there',
  body: z.object({
    id: z.number().int().positive().optional(),
    name: z.string().min(1).max(64),
    content: z.string().max(65_536),
  }),
  reply: z.object({ id: z.number().int() }),
});

export const setRewrite = defineCall({
  ...SETTING,
  path: '/api/vhost/config/rewrite/set/{id}',
  summary: 'Put a kept rewrite rule in force',
  params: z.object({ id: z.coerce.number().int().positive() }),
});

export const addRedirect = defineCall({
  ...SETTING,
  path: '/api/vhost/redirect/add',
  summary: 'A 301 redirect of a domain, a path, or a domain with a path',
  body: z.object({
    source: z.string().min(1).max(2048),
    target: z.string().min(1).max(2048),
    keepPath: z.boolean().optional(),
    keepQuery: z.boolean().optional(),
  }),
});

export const setErrorPage = defineCall({
  ...SETTING,
  path: '/api/vhost/errorPage/set',
  summary: 'What visitors get for HTTP 404: a file under /wwwroot, or a text',
  body: z.union([z.object({ path: z.string().min(1).max(4096) }), z.object({ content: z.string().min(1) })]),
});

export const addMime = defineCall({
  ...SETTING,
  path: '/api/vhost/mime/add',
  summary: 'A MIME type for an extension',
  body: z.object({ mimeType: z.string().min(1).max(255), extension: z.string().min(1).max(64) }),
});

export const changePhpVersion = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/changeVersion/{v}',
  summary: 'PHP version of the site',
  params: z.object({ v: z.string().min(1).max(16) }),
});

/** Switches of the language itself; `php` is the language as a whole. */
export const PHP_LANGUAGE_SWITCHES = ['php', 'shortOpenTag', 'displayErrors'] as const;

export const setPhpLanguage = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/lang/{a}/{b}',
  summary: 'A switch of the language, on or off',
  params: z.object({ a: z.enum(PHP_LANGUAGE_SWITCHES), b: Switch }),
});

export const setPhpErrorLog = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/errorLog/{value}',
  summary: 'Whether PHP writes an error log',
  params: OnOff,
});

export const setPhpOutputBuffer = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/ob/{value}',
  summary: 'Whether PHP buffers its output',
  params: OnOff,
});

export const setPhpUpload = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/upload/{value}',
  summary: 'Whether PHP takes uploads',
  params: OnOff,
});

export const setPhpUploadSize = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/maxUploadSize/{value}',
  summary: 'Largest upload that PHP takes, MiB',
  params: z.object({ value: z.coerce.number().int().min(1) }),
});

export const disablePhpFunctions = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/disableFuncs/{value}',
  summary: 'Functions that scripts may not call, separated by commas; `none` where all may be called',
  params: z.object({ value: z.string().min(1).max(8192) }),
});

export const updatePhpParam = defineCall({
  ...SETTING,
  path: '/api/vhost/config/php/updatePhpParam',
  summary: 'One parameter of php.ini, of those that are allowed',
  body: z.object({ phpIniKey: z.string().min(1).max(64), phpIniValue: z.string().max(1024) }),
});

export const setTrustedLevel = defineCall({
  ...SETTING,
  path: '/api/vhost/config/dotnet/trustedLevel/{v}',
  summary: '.NET trust level',
  params: z.object({ v: z.string().min(1).max(32) }),
});

export const changeDotNetVersion = defineCall({
  ...SETTING,
  path: '/api/vhost/config/dotnet/changeVersion/{v}/{mode}',
  summary: '.NET version and pipeline mode',
  params: z.object({ v: z.string().min(1).max(16), mode: z.string().min(1).max(32) }),
});

export const setScriptError = defineCall({
  ...SETTING,
  path: '/api/vhost/config/dotnet/scriptError/{notify}',
  summary: 'What visitors get to read of a script error',
  params: z.object({ notify: z.string().min(1).max(32) }),
  body: z.object({ msg: z.string().max(4096) }),
});
