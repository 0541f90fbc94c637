import { z } from 'zod';
import { DOMAIN_MAX, HostCode } from '../call/brand';
import { defineCall } from '../call/call';
import { HostInfo } from './host-info';

export const currentHostInfo = defineCall({
  method: 'GET',
  path: '/api/currentHostInfo',
  summary: 'The session’s host with its specification, and the role of the signed-in user',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  embed: 'any',
  reply: HostInfo,
});

export const refreshHostInfo = defineCall({
  method: 'GET',
  path: '/api/refreshHostInfo',
  summary: 'The session’s host, read again from the source',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  reply: HostInfo,
});

export const HostListRecord = z.object({
  hostCode: HostCode,
  hostName: z.string(),
  specInfo: z.object({ osType: z.string() }),
  domains: z.array(z.string()),
  remark: z.string(),
});
export type HostListRecord = z.infer<typeof HostListRecord>;

export const getAllHostList = defineCall({
  method: 'POST',
  path: '/api/vhost/getAllHostList/{page}/{size}',
  summary:
    'Hosts of the account, filtered by name or remark or by domain; a session of one FTP account sees its own',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  params: z.object({
    page: z.coerce.number().int().min(1),
    size: z.coerce.number().int().min(1).max(100),
  }),
  /** `hostName` matches name and remark. If both filters are set, a host needs to match only one. */
  body: z.object({
    hostName: z.string().max(DOMAIN_MAX).nullish(),
    domain: z.string().max(DOMAIN_MAX).nullish(),
  }),
  reply: z.object({
    hostList: z.object({ records: z.array(HostListRecord), pages: z.number(), total: z.number() }),
    currentHostName: z.string(),
  }),
});

export const changeHost = defineCall({
  method: 'POST',
  path: '/api/changeHost',
  summary: 'Switch the session to another host of the same account (login source HOST_TOKEN only)',
  access: 'owner',
  effect: 'session',
  passesLock: true,
  passesBlock: true,
  bodyForm: 'form',
  body: z.object({ hostCode: HostCode }),
  reply: z.object({ hostCode: HostCode }),
});
