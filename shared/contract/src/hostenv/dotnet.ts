import { z } from 'zod';
import { defineCall } from '../call/call';
import { READS_SETTINGS, CHANGES_SETTINGS } from './call';
import { DOTNET_VERSIONS, DotNetConfig, ScriptError } from './site-config';

const DOTNET = '/api/vhost/config/dotnet';
const NET = { ...CHANGES_SETTINGS, when: { languages: ['NET'] } } as const;

export const readDotNet = defineCall({
  ...READS_SETTINGS,
  when: NET.when,
  path: `${DOTNET}/config`,
  summary: '.NET settings of the site, and what the server supports',
  reply: z.object({
    config: DotNetConfig,
    scriptError: ScriptError,
    version: z.number().int(),
    /** Version of the runtime; null if none is installed. */
    runtime: z.string().nullable(),
    /** Versions on offer; pages of a version that this node lacks run on one that it has. */
    versions: z.array(z.object({ version: z.enum(DOTNET_VERSIONS), runs: z.boolean() })),
    /** The runtime ignores the trust level: sites are isolated by the uid that each runs under. */
    trustEnforced: z.boolean(),
  }),
});

export const setTrustedLevel = defineCall({
  ...NET,
  path: `${DOTNET}/trustedLevel/{v}`,
  summary: 'Set the .NET trust level',
  params: z.object({ v: z.string().min(1).max(32) }),
});

export const changeDotNetVersion = defineCall({
  ...NET,
  path: `${DOTNET}/changeVersion/{v}/{mode}`,
  summary: 'Set the .NET version and pipeline mode',
  params: z.object({ v: z.string().min(1).max(16), mode: z.string().min(1).max(32) }),
});

export const setScriptError = defineCall({
  ...NET,
  path: `${DOTNET}/scriptError/{notify}`,
  summary: 'Set what visitors see when a script fails',
  params: z.object({ notify: z.string().min(1).max(32) }),
  body: z.object({ msg: z.string().max(4096) }),
});
