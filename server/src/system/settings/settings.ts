import { resolve } from 'node:path';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isNetwork } from '#system/egress/address-rules';
import { isHostRange, type Isolation } from '#system/process/identity';

const Port = z.coerce.number().int().min(1).max(65535);
const FEWEST_PORTS = 10;
const PortRange = z
  .string()
  .regex(/^\d{4,5}-\d{4,5}$/, 'ports as 30000-30999')
  .transform((text) => text.split('-').map(Number))
  .transform(([first = 0, last = 0]) => ({ first, last }))
  .refine(
    ({ first, last }) => first >= 1024 && last <= 65_535 && last - first + 1 >= FEWEST_PORTS,
    `ten ports or more between 1024 and 65535, as 30000-30999`,
  );
const UidRange = z
  .string()
  .regex(/^\d{5}-\d{5}$/, 'uids as 20001-59999')
  .transform((text) => text.split('-').map(Number))
  .transform(([first = 0, last = 0]) => ({ first, last }))
  .refine(isHostRange, 'uids between 10001 and 65533 without 19990 to 19999, as 20001-59999');
const Flag = z
  .enum(['0', '1', ''])
  .default('')
  .transform((value) => value === '1');
const List = z
  .string()
  .default('')
  .transform((value) => value.split(/[\s,]+/).filter(Boolean));
const Networks = List.refine(
  (networks) => networks.every(isNetwork),
  'networks as 10.1.0.0/16, or addresses',
);
/**
 * In earlier versions `1` trusted every peer; an operator must now write the networks out, to choose it
 * knowingly.
 */
const Proxies = z
  .string()
  .default('')
  .refine(
    (value) => value !== '1',
    'set the address or network of the proxy instead of 1, such as 172.16.0.0/12',
  )
  .transform((value) => (value === '0' ? [] : value.split(/[\s,]+/).filter(Boolean)))
  .refine((networks) => networks.every(isNetwork), 'addresses or networks as 10.1.0.0/16');
const Text = z.string().min(1).optional();
/** DNS servers as `9.9.9.9`, `192.0.2.1:5353` or `[2001:db8::1]:53`. */
const isDnsServer = (text: string): boolean =>
  isIP(text) !== 0 || /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]):\d{1,5}$/i.test(text);
const DnsServers = List.refine(
  (servers) => servers.every(isDnsServer),
  'addresses as 9.9.9.9 or 192.0.2.1:53',
);
const Bearer = z
  .string()
  .regex(/^[\w.~+/=-]+$/, 'letters, digits or . ~ + / = _ -')
  .optional();

/** Exactly as a browser writes it. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const LOOPBACK_ANY_PORT = 'http://localhost:*';
const OverrideOrigins = List.refine(
  (origins) => origins.every((origin) => origin === LOOPBACK_ANY_PORT || isOrigin(origin)),
  `origins as https://remotes.example.com, or ${LOOPBACK_ANY_PORT}`,
);
const EmbedOrigins = List.refine(
  (origins) => origins.every(isOrigin),
  'origins as https://portal.example.com',
).transform((origins) => (origins.length === 0 ? undefined : origins));
const Ancestors = List.refine(
  (origins) => origins.every((origin) => origin === 'self' || isOrigin(origin)),
  'origins as https://portal.example.com, or self',
);

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

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

/** Host and port of the provider's listener. */
export function adminAddress(settings: Settings): { host: string; port: number } {
  const [host = '127.0.0.1', port = '8090'] = settings.ADMIN_BIND.split(':');
  return { host, port: Number(port) };
}

/** Ports on which only the product may listen, including FTP's data ports. */
export function ownPorts(settings: Settings): (port: number) => boolean {
  const { PORT, SITES_PORT, SITES_TLS_PORT, FTP_PORT, ADMIN_TOOL_PORT, MYSQL_PORT, MYSQL_URL, FTP_PASSIVE } =
    settings;
  const databases = MYSQL_URL === undefined ? [MYSQL_PORT] : [];
  const ports = new Set([
    PORT,
    SITES_PORT,
    SITES_TLS_PORT,
    FTP_PORT,
    ADMIN_TOOL_PORT,
    adminAddress(settings).port,
    ...databases,
  ]);
  return (port) => ports.has(port) || (port >= FTP_PASSIVE.first && port <= FTP_PASSIVE.last);
}

export const servesTls = (settings: Settings): boolean =>
  settings.TLS_CERT !== undefined && settings.TLS_KEY !== undefined;

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** Without TLS, passwords only travel on this machine, unless the operator allows more. */
export const ftpNeedsTls = ({ FTP_BIND, FTP_PLAIN }: Settings): boolean =>
  !FTP_PLAIN && !(FTP_BIND !== undefined && isLoopback(FTP_BIND));

/** Origins whose pages may call the API: the configured one, or the console's own on loopback. */
export function consoleOrigins(settings: Settings): readonly string[] {
  if (settings.PUBLIC_ORIGIN) return [settings.PUBLIC_ORIGIN];
  const scheme = servesTls(settings) ? 'https' : 'http';
  return [`${scheme}://localhost:${settings.PORT}`, `${scheme}://127.0.0.1:${settings.PORT}`];
}

/** Cookies are shared across ports, so the tool has its own host name. */
const TOOL_NAME = 'tools.localhost';

/** URL of the admin tool in browsers. */
export const adminToolOrigin = (settings: Settings): string =>
  settings.ADMIN_TOOL_ORIGIN ??
  `${servesTls(settings) ? 'https' : 'http'}://${TOOL_NAME}:${settings.ADMIN_TOOL_PORT}`;

/** Names and addresses of the console itself: no host answers under them. */
export function reservedNames(settings: Settings): readonly string[] {
  const own = [...consoleOrigins(settings), adminToolOrigin(settings)].map(
    (origin) => new URL(origin).hostname,
  );
  return [...new Set([...own, settings.PREVIEW_DOMAIN, ...settings.PUBLIC_IPS])];
}

/** Addresses by which owners reach their hosts besides the console. */
export function hostReach(settings: Settings): {
  readonly ftp: { readonly host: string; readonly port: number };
  /** Address of the database engine for programs on its machine. */
  readonly database: string;
} {
  const [origin = 'http://localhost'] = consoleOrigins(settings);
  const [first = new URL(origin).hostname] = settings.PUBLIC_IPS;
  const { host, port } = databaseAddress(settings);
  return {
    ftp: { host: first, port: settings.FTP_PORT },
    database: `${host}:${port}`,
  };
}

/**
 * Address of this node's databases for remote clients; undefined if it does not listen for them. It is also
 * undefined for a remote MariaDB, whose operator decides who may connect.
 */
export function databaseReach(settings: Settings): { host: string; port: number } | undefined {
  if (settings.MYSQL_URL !== undefined || isLoopback(settings.MYSQL_BIND)) return undefined;
  return { host: hostReach(settings).ftp.host, port: settings.MYSQL_PORT };
}

const STANDARD_MYSQL_PORT = 3306;

/** Database address for the configuration of applications on this machine. */
export function databaseAddress({ MYSQL_URL, MYSQL_PORT }: Settings): { host: string; port: number } {
  if (MYSQL_URL === undefined) return { host: '127.0.0.1', port: MYSQL_PORT };
  const { hostname, port } = new URL(MYSQL_URL);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || STANDARD_MYSQL_PORT) };
}

/** Port at which visitors reach sites over TLS. */
export const publicTlsPort = ({ SITES_TLS_PORT, SITES_TLS_PUBLIC_PORT }: Settings): number =>
  SITES_TLS_PUBLIC_PORT ?? SITES_TLS_PORT;

const STANDARD_HTTP_PORT = 80;

/** URL of a host before a domain is bound. */
export function previewUrl(settings: Settings, hostCode: string): string {
  const port = settings.SITES_PORT === STANDARD_HTTP_PORT ? '' : `:${settings.SITES_PORT}`;
  return `http://${hostCode}.${settings.PREVIEW_DOMAIN}${port}`;
}

const LETS_ENCRYPT_HOST = /(^|\.)letsencrypt\.org$/;

/** Names of the certificate authority in CAA records; empty: unknown. */
export function acmeIdentities({ ACME_DIRECTORY_URL, ACME_CAA }: Settings): readonly string[] {
  if (ACME_CAA.length > 0) return ACME_CAA.map((name) => name.toLowerCase());
  const host = ACME_DIRECTORY_URL === undefined ? '' : new URL(ACME_DIRECTORY_URL).hostname;
  return LETS_ENCRYPT_HOST.test(host) ? ['letsencrypt.org'] : [];
}

/** The certificate authority as owners know it; undefined without ACME. */
export function acmeName({ ACME_DIRECTORY_URL }: Settings): string | undefined {
  if (ACME_DIRECTORY_URL === undefined) return undefined;
  const { hostname } = new URL(ACME_DIRECTORY_URL);
  return LETS_ENCRYPT_HOST.test(hostname) ? "Let's Encrypt" : hostname;
}
