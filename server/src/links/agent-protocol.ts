import { HostCode, MimeMapping, readPhpReport, RuleTest, SiteConfig } from '@sitedeck/contract';
import { z } from 'zod';
import { databaseProtocol } from '#system/mariadb/protocol';
import type { RpcProtocol } from '#system/rpc/rpc';

/** Version of what runs the programs of a site, by its language; null where it is not installed. */
export const Runtimes = z.object({ PHP: z.string().nullable(), NET: z.string().nullable() });
export type Runtimes = z.infer<typeof Runtimes>;

/** What the PHP of a site says of itself. */
export type PhpReport = z.infer<(typeof readPhpReport)['reply']>;

const Host = z.object({ hostCode: HostCode });

/** `content` absent: the rules in force. */
const RuleToTry = Host.extend({ url: z.string(), content: z.string().optional() });
export type RuleToTry = z.infer<typeof RuleToTry>;

/** What went live. `refused`: hosts whose new configuration is not fit; their last good one stays in force. */
export const Applied = z.object({
  hosts: z.number(),
  changed: z.boolean(),
  refused: z.array(z.object({ hostCode: HostCode, reason: z.string() })),
});
export type Applied = z.infer<typeof Applied>;

/** The link between API and node worker. The worker reads what a host is from the database, never from a request. */
export const agentProtocol = {
  /** Makes or mends the directory tree of a host and has it served. Refuses `host-gone`. */
  provisionHost: { request: Host, reply: Applied },
  /** Stops serving a host and removes its tree, whether or not its row is still there. */
  removeHost: { request: Host, reply: z.object({}) },
  /** Renders, checks, swaps and reloads. Refuses `config-refused` with the engine's words; the live one stays. */
  applySites: { request: z.object({}), reply: Applied },
  /** What the engines would say to a host's next configuration; nothing changes. Refuses `host-gone`, `config-refused`. */
  checkSite: { request: Host.extend({ document: SiteConfig }), reply: z.object({}) },
  /** Starts an engine of its own for one request. Refuses `host-gone`, `config-refused`, `rule-test-failed`. */
  testRule: { request: RuleToTry, reply: RuleTest },
  /**
   * Applies, then ends the site's own processes, whose successors come with the next visitor. Refuses `host-gone`,
   * `site-closed`, `host-blocked`.
   */
  restartSite: { request: Host, reply: Applied },
  /** Ends the FTP sessions of a host: their rights or their password changed. */
  endFtp: { request: Host, reply: z.object({}) },
  /** As found when the worker started. */
  runtimes: { request: z.object({}), reply: Runtimes },
  /** The engine's own media types, one per extension. */
  mimeTypes: { request: z.object({}), reply: z.object({ types: z.array(MimeMapping) }) },
  /** What the site's own PHP says. Refuses `host-gone`, `engine-down` without a PHP, `php-report-refused`. */
  phpReport: { request: Host, reply: readPhpReport.reply },
  /** Counts what the access log of a host holds by now. Many who ask at once share one count. */
  countVisits: { request: Host, reply: z.object({}) },
  /** Leaves a visit of the host's database in the admin tool. Refuses `admin-tool-missing`, and as `databaseInfo`'s siblings. */
  openAdminTool: { request: Host, reply: z.object({ ticket: z.string() }) },
  ...databaseProtocol,
} as const satisfies RpcProtocol;
export type AgentProtocol = typeof agentProtocol;
