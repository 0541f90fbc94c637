import {
  HostCode,
  LOCALES,
  MimeMapping,
  openAdminTool,
  readPhpReport,
  RuleTest,
  SiteConfig,
} from '@sitedeck/contract';
import { z } from 'zod';
import { appsProtocol } from '#features/apps/protocol';
import { cdnProtocol } from '#features/cdn/protocol';
import { cronProtocol } from '#features/cron/protocol';
import { certificateProtocol } from '#features/certificate/protocol';
import { databaseProtocol } from '#features/database/protocol';
import { stagingProtocol } from '#features/staging/protocol';
import { scanProtocol } from '#features/scan/protocol';
import type { RpcProtocol } from '#system/rpc/rpc';

/** Versions of the runtimes, by the language of a site; null if one is not installed. */
export const Runtimes = z.object({ PHP: z.string().nullable(), NET: z.string().nullable() });
export type Runtimes = z.infer<typeof Runtimes>;

/** What PHP reports about itself when it runs as a site. */
export type PhpReport = z.infer<(typeof readPhpReport)['reply']>;

const Host = z.object({ hostCode: HostCode });

/** `content` undefined: the rules in force. */
const RuleToTry = Host.extend({ url: z.string(), content: z.string().optional() });
export type RuleToTry = z.infer<typeof RuleToTry>;

/**
 * The result of applying sites. `refused`: hosts whose new configuration the engines rejected; their last
 * good one stays in force.
 */
export const ApplyReport = z.object({
  hosts: z.number(),
  changed: z.boolean(),
  refused: z.array(z.object({ hostCode: HostCode, reason: z.string() })),
});
export type ApplyReport = z.infer<typeof ApplyReport>;

/**
 * The link between the API and a node's worker. The worker reads a host's facts from the database, never from
 * a request.
 */
export const workerProtocol = {
  /** Creates or repairs a host's directory tree and serves the host. Refuses with `host-gone`. */
  provisionHost: { request: Host, reply: ApplyReport },
  /** Stops serving a host and removes its tree, even if its row is gone already. */
  removeHost: { request: Host, reply: z.object({}) },
  /**
   * Renders, checks and swaps the configuration and reloads the engines. Refuses with `config-refused` and the
   * engine's message; the live one stays.
   */
  applySites: { request: z.object({}), reply: ApplyReport },
  /**
   * Checks a host's next configuration with the engines, without changing anything. Refuses with `host-gone` or
   * `config-refused`.
   */
  checkSite: { request: Host.extend({ document: SiteConfig }), reply: z.object({}) },
  /** Tests a rule in a separate engine. Refuses with `host-gone`, `config-refused` or `rule-test-failed`. */
  testRule: { request: RuleToTry, reply: RuleTest },
  /**
   * Applies the configuration, then ends the site's processes; the next visitor starts new ones. Refuses
   * with `host-gone`, `site-closed` or `host-blocked`.
   */
  restartSite: { request: Host, reply: ApplyReport },
  /** Applies the limits of a host to its running programs, as far as the kernel permits it at once. */
  limitHost: { request: Host, reply: z.object({}) },
  /** Ends the FTP sessions of a host whose rights or password have changed. */
  endFtp: { request: Host, reply: z.object({}) },
  /** The runtimes that the worker found when it started. */
  runtimes: { request: z.object({}), reply: Runtimes },
  /** The engine's own media types, one per extension. */
  mimeTypes: { request: z.object({}), reply: z.object({ types: z.array(MimeMapping) }) },
  /** The report of the site's PHP. Refuses with `host-gone`, `php-report-refused`, or `engine-down` without a PHP. */
  phpReport: { request: Host, reply: readPhpReport.reply },
  /** Counts the new lines of a host's access log. Simultaneous callers share one count. */
  countVisits: { request: Host, reply: z.object({}) },
  /**
   * Issues a ticket that signs a user in to the host's database in the admin tool. Refuses
   * with `admin-tool-missing` and whatever the calls about that database refuse.
   */
  openAdminTool: {
    request: Host.extend({ ...openAdminTool.query.shape, locale: z.enum(LOCALES) }),
    reply: z.object({ ticket: z.string() }),
  },
  ...appsProtocol,
  ...cdnProtocol,
  ...certificateProtocol,
  ...cronProtocol,
  ...databaseProtocol,
  ...stagingProtocol,
  ...scanProtocol,
} as const satisfies RpcProtocol;
export type WorkerProtocol = typeof workerProtocol;
