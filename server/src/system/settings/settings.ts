import { resolve } from 'node:path';
import { HOST_LIMITS, MAILS_PER_HOUR_MAX } from '@sitedeck/contract';
import { z } from 'zod';
import type { Isolation } from '#system/process/identity';
import {
  Ancestors,
  Bearer,
  DnsServers,
  EmbedOrigins,
  Flag,
  isDnsServer,
  List,
  ImageKeys,
  Networks,
  OverrideOrigins,
  Port,
  PortRange,
  Proxies,
  Text,
  UidRange,
} from './value-kinds';

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.coerce.number().int().min(min).max(max);

/** Environment variables, documented in docs/operator.md. */
const Environment = z.object({
  PORT: Port.default(8080),
  SITES_PORT: Port.default(8081),
  /** Sites over TLS, under the names that have a certificate. */
  SITES_TLS_PORT: Port.default(8443),
  /** The port at which visitors reach it, if a proxy forwards another one. */
  SITES_TLS_PUBLIC_PORT: Port.optional(),
  /** Address the sites listen on; unset: every address. */
  SITES_BIND: Text,
  /**
   * Requests with a body that one address may have in progress at the sites; 0: unlimited, for sites behind a
   * proxy.
   */
  SITE_BODIES_PER_ADDRESS: z.coerce.number().int().min(0).default(64),
  /** Space that the edge cache of one host may take on disk, MiB. */
  CDN_CACHE_MIB: z.coerce.number().int().min(16).max(1_048_576).default(1024),
  /** Memory that the programs of one host may use together, MiB. */
  HOST_MEMORY_MIB: within(HOST_LIMITS.memoryMib).default(1024),
  /** Processes and threads of one host. */
  HOST_PROCESSES: within(HOST_LIMITS.processes).default(256),
  /** Processor time of one host, percent of one processor. */
  HOST_CPU_PERCENT: within(HOST_LIMITS.cpuPercent).default(100),
  /**
   * Mail server that takes the mail of sites: `smtps://user:password@host`, or `smtp://` with STARTTLS if the server
   * offers it; unset: sites can't use `mail()`.
   */
  MAIL_RELAY: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  /** Recipients of mail per hour of a host whose plan says nothing; 0: none. */
  HOST_MAILS_PER_HOUR: z.coerce.number().int().min(0).max(MAILS_PER_HOUR_MAX).default(100),
  /** Permits programs of hosts to connect to mail servers (port 25) themselves. */
  HOST_MAIL_DIRECT: Flag,
  PREVIEW_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)
    .default('localhost'),
  ADMIN_BIND: z
    .string()
    .regex(/^[^:]+:\d+$/)
    .default('127.0.0.1:8090'),
  /** Group, by name or number, whose members may connect to the provider API's unix socket; unset: root's. */
  ADMIN_SOCKET_GROUP: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'the name or number of a group')
    .optional(),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Proxies whose `X-Forwarded-*` are trusted. */
  TRUST_PROXY: Proxies,
  TLS_CERT: Text,
  TLS_KEY: Text,
  ALLOW_PLAIN_HTTP: Flag,
  PUBLIC_IPS: List,
  /** Networks that a download from a URL may reach although they are not public. */
  EGRESS_ALLOW: Networks,
  /** Folder or address of the app catalogue; unset: the one in the data folder, if there is one. */
  APP_CATALOGUE: z
    .union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\//, 'a folder or an address')])
    .optional(),
  /**
   * Public keys of other installations whose site images may be uploaded here, and of publishers of app catalogues; unset: only
   * own ones.
   */
  IMAGE_KEYS: ImageKeys,
  FTP_PORT: Port.default(2121),
  /** Address the FTP server listens on; unset: every address. */
  FTP_BIND: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Ports of data connections, like `30000-30999`: two for each client at a time. */
  FTP_PASSIVE: PortRange.default({ first: 30_000, last: 30_999 }),
  /** Port of the admin tool for databases: an origin separate from the console's. */
  ADMIN_TOOL_PORT: Port.default(8083),
  /**
   * The admin tool's URL in browsers, if it is not `tools.localhost` on that port:
   * `https://tools.example.com`.
   */
  ADMIN_TOOL_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Allows passwords without TLS, for clients that don't support it. */
  FTP_PLAIN: Flag,
  MYSQL_PORT: Port.default(3307),
  /**
   * Address on which the private MariaDB listens for remote clients; unset: only local programs can connect.
   */
  MYSQL_BIND: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  /**
   * Administrator's login at a remote MariaDB: `mysql://root:password@db.example.com:3306`, with `?tls=1` or
   * `?ca=<file>`.
   */
  MYSQL_URL: z.url({ protocol: /^(?:mysql|mariadb)$/, hostname: /./ }).optional(),
  /** Origins from which a session with the claim may load a remote; unset: none. */
  OVERRIDE_ORIGINS: OverrideOrigins,
  /** Portal origins that embed tokens are issued for; unset: any. */
  EMBED_ORIGINS: EmbedOrigins,
  /** Pages that may show the console in a frame; unset: none. */
  FRAME_ANCESTORS: Ancestors,
  SITEDECK_DATA: Text,
  /** Uids for hosts. Every process under one of them counts as a program of a host. */
  HOST_UIDS: UidRange.default({ first: 20_001, last: 59_999 }),
  DATABASE_URL: Text,
  NODE_NAME: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,30}$/)
    .default('local'),
  SITEDECK_DEMO_HOST: z.string().default('demo'),
  SITEDECK_DEMO_PASSWORD: Text,
  /** As in a request header; a shorter key could be guessed and is refused. */
  SITEDECK_PROVIDER_KEY: z
    .string()
    .regex(/^[\w.~+/=-]{16,512}$/, 'must be 16 to 512 letters, digits or . ~ + / = _ -')
    .optional(),
  /**
   * One-time codes by mail: `smtps://user:password@host`, or `smtp://` with STARTTLS if the server offers it.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  /** `console@example.com`, or `Name <console@example.com>`. */
  SMTP_FROM: z
    .string()
    .regex(
      /^(?:[^<>"\p{Cc}]{1,64} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'a@b.example, or Name <a@b.example>',
    )
    .optional(),
  /** One-time codes by text message: URL that receives a POST with JSON {phone, text}. */
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_WEBHOOK_TOKEN: Bearer,
  /** DNS servers that are asked about domains; none: those of this machine. */
  DNS_RESOLVER: DnsServers,
  /** Looks up ICP filings: URL that answers a POST of `{domains}`. */
  ICP_LOOKUP_URL: z.url({ protocol: /^https?$/ }).optional(),
  ICP_LOOKUP_TOKEN: Bearer,
  /** Directory of the certificate authority (RFC 8555); `off`: owners can only upload certificates. */
  ACME_DIRECTORY_URL: z
    .union([z.literal('off'), z.url({ protocol: /^https$/ })])
    .default(LETS_ENCRYPT)
    .transform((url) => (url === 'off' ? undefined : url)),
  /** Where the authority reports problems: a mail address. */
  ACME_CONTACT: z.email().optional(),
  /** External account binding, which some authorities require. */
  ACME_EAB_KID: Text,
  ACME_EAB_KEY: Text,
  /** Certificates in PEM that a private authority's own HTTPS is checked against. */
  ACME_CA_FILE: Text,
  /** Names of the authority in CAA records; by default those of Let's Encrypt, if it is the authority. */
  ACME_CAA: List,
  /** Port at which the authority visits a domain: 80, except for authorities of test setups. */
  ACME_HTTP_PORT: Port.default(80),
  /** Primary DNS server that takes updates (RFC 2136) for proofs by DNS: `192.0.2.53` or with a port. */
  DNS_UPDATE_SERVER: z.string().refine(isDnsServer, 'an address as 192.0.2.53 or 192.0.2.53:53').optional(),
  /** File with its TSIG key, as `nsupdate -k` reads it. */
  DNS_UPDATE_KEY_FILE: Text,
  /**
   * A model that suggests rewrite rules: base URL of an OpenAI-compatible API, like
   * `https://models.example/v1`.
   */
  SUGGEST_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUGGEST_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'up to 512 characters without blanks')
    .optional(),
  SUGGEST_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'up to 128 characters without blanks')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  PUBLIC_CONFIG_TICKET_URL: z.url().optional(),
  PUBLIC_CONFIG_EXPERT_URL: z.url().optional(),
  PUBLIC_CONFIG_HELP_URL: z.url().optional(),
  PUBLIC_CONFIG_COPYRIGHT: Text,
  PUBLIC_CONFIG_CHATBOT_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** One of them alone can't send mail. */
const CheckedEnvironment = Environment.refine(
  ({ SMTP_URL, SMTP_FROM }) => (SMTP_URL === undefined) === (SMTP_FROM === undefined),
  { path: ['SMTP_FROM'], message: 'goes with SMTP_URL, and SMTP_URL with it' },
)
  .refine(({ SUGGEST_URL, SUGGEST_MODEL }) => (SUGGEST_URL === undefined) === (SUGGEST_MODEL === undefined), {
    path: ['SUGGEST_MODEL'],
    message: 'goes with SUGGEST_URL, and SUGGEST_URL with it',
  })
  .refine(({ ACME_EAB_KID, ACME_EAB_KEY }) => (ACME_EAB_KID === undefined) === (ACME_EAB_KEY === undefined), {
    path: ['ACME_EAB_KEY'],
    message: 'goes with ACME_EAB_KID, and ACME_EAB_KID with it',
  });

export type Settings = Omit<z.output<typeof Environment>, 'SITEDECK_DATA'> & {
  /** Absolute path of the data directory. */
  readonly dataDirectory: string;
};

export type SettingsResult =
  | { readonly is: 'ok'; readonly settings: Settings }
  | { readonly is: 'refused'; readonly lines: readonly string[] };

/** Parses the environment; reports each wrong value on its own line. An empty variable counts as unset. */
export function readSettings(env: NodeJS.ProcessEnv, isolation: Isolation): SettingsResult {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = CheckedEnvironment.safeParse(given);
  if (!parsed.success) {
    return {
      is: 'refused',
      lines: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    };
  }
  const { SITEDECK_DATA, ...rest } = parsed.data;
  const fallback = isolation.is === 'separate' ? '/var/lib/sitedeck' : './data';
  return { is: 'ok', settings: { ...rest, dataDirectory: resolve(SITEDECK_DATA ?? fallback) } };
}
