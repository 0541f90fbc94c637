import { z } from 'zod';
import { HostCode } from '../call/brand';

export const ROLES = ['USER', 'ADMINISTRATOR'] as const;
export type Role = (typeof ROLES)[number];

export const SERVICE_STATUSES = ['NORMAL', 'BLOCKING', 'CLOSED'] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

export const LANGUAGES = ['PHP', 'NET', 'HTML'] as const;
export type Language = (typeof LANGUAGES)[number];

const SpecInfo = z.object({
  language: z.enum(LANGUAGES),
  productType: z.string(),
  plugin: z.union([z.literal(0), z.literal(1)]),
  osType: z.string(),
});

/** The host of a session, as the shell and the remotes read it. */
export const HostInfo = z.object({
  hostService: z.object({
    hostName: z.string(),
    hostCode: HostCode,
    serviceStatus: z.object({ value: z.enum(SERVICE_STATUSES) }),
  }),
  specInfo: SpecInfo,
  instanceType: z.string(),
  operatorType: z.enum(ROLES),
  remark: z.string(),
  domains: z.array(z.string()),
  /** The signed-in user: the FTP account, or the person that the portal named. */
  operator: z.string(),
  /** Address of the site before a domain is bound. */
  testUrl: z.string(),
  /** Programs of the host run in cages on its server, so that they can't reach other hosts. */
  caged: z.boolean(),
});
export type HostInfo = z.infer<typeof HostInfo>;
