import { join } from 'node:path';
import { PhpConfig, type CallReply, type readPhpReport } from '@sitedeck/contract';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';
import type { NodeSite } from '#system/site/site';
import { requestPool, PoolFailure } from './fastcgi';
import { SEALED_KEYS, SHARED_KEYS } from './pool-conf';
import { reportFile } from './report-script';
import { disabledFunctions, ownSettings, STANDARD_SETTINGS } from './site-settings';

/** A report has about 60 kB. */
const BYTES_MAX = 1_048_576;
const TIMEOUT_MS = 10_000;
/** Longest text of a report that is passed on, characters. */
const TEXT_MAX = 2000;
/** PHP's bit for settings that a `.user.ini` may change. */
const PER_DIRECTORY = 2;

const Text = z.string().transform((text) => text.slice(0, TEXT_MAX));
const Name = z.string().min(1).max(100);
/** The host's process writes the report, so its content is untrusted. */
const HostReport = z.object({
  version: z.string().max(100),
  sapi: z.string().max(100),
  extensions: z.array(z.tuple([Name, z.string().max(100)])).max(500),
  settings: z.array(z.tuple([Name, Text, z.number().int()])).max(2000),
  userIni: z.array(z.tuple([z.string(), Text])).max(1000),
});
type HostReport = z.output<typeof HostReport>;
type PhpReport = CallReply<typeof readPhpReport>;
type Origin = PhpReport['settings'][number]['origin'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refusal = (detail: string) =>
  new Refusal('php-report-refused', { values: { detail: detail.slice(0, 200) || '—' } });

function read(reply: Buffer): HostReport {
  const text = reply.toString('utf8');
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  const parsedReport = HostReport.safeParse(parsed(body));
  if (!parsedReport.success) throw refusal(body);
  return parsedReport.data;
}

const DISABLED = 'disable_functions';
const STANDARD_DISABLED = disabledFunctions(PhpConfig.parse({}));

function ownKeys({ php }: NodeSite): ReadonlySet<string> {
  const keys = new Set(ownSettings(php).keys());
  return disabledFunctions(php) === STANDARD_DISABLED ? keys : keys.add(DISABLED);
}

/** The origin of a setting, by the configuration rendered for this site. */
function originOf(key: string, own: ReadonlySet<string>): Origin {
  if (own.has(key)) return 'site';
  if (STANDARD_SETTINGS.has(key) || key === DISABLED) return 'standard';
  return SHARED_KEYS.has(key) || SEALED_KEYS.has(key) ? 'node' : 'engine';
}

/** A path in a report is relative to the host's root: `/wwwroot`, not its path on this machine. */
const within = (root: string, text: string) => text.replaceAll(`${root}/`, '/');

function reportOf(
  { settings, extensions, userIni, ...rest }: HostReport,
  site: NodeSite,
  root: string,
): PhpReport {
  const own = ownKeys(site);
  const overlaid = new Map(userIni);
  return {
    ...rest,
    extensions: extensions.map(([name, version]) => ({ name, version })),
    settings: settings.map(([key, value, access]) => {
      const over = (access & PER_DIRECTORY) === 0 ? undefined : overlaid.get(key);
      const origin = over === undefined ? originOf(key, own) : 'userIni';
      return { key, value: within(root, over ?? value), origin };
    }),
  };
}

export interface ReportRequest {
  readonly site: NodeSite;
  readonly socket: string;
  /** Root folder of the host. */
  readonly root: string;
  readonly reportFolder: string;
}

/**
 * Asks the site's own pool for its settings. Refuses with `php-report-refused` if it does not answer, or not with a
 * report.
 */
export async function requestReport({ site, socket, root, reportFolder }: ReportRequest): Promise<PhpReport> {
  const script = reportFile(reportFolder);
  const params = {
    GATEWAY_INTERFACE: 'CGI/1.1',
    REQUEST_METHOD: 'GET',
    SCRIPT_FILENAME: script,
    SCRIPT_NAME: '/report.php',
    REQUEST_URI: '/report.php',
    DOCUMENT_ROOT: join(root, 'wwwroot'),
    SERVER_PROTOCOL: 'HTTP/1.1',
    REDIRECT_STATUS: '200',
  };
  const question = { socket, params, maxBytes: BYTES_MAX, timeoutMs: TIMEOUT_MS };
  const reply = await requestPool(question).catch((error: unknown) => {
    throw error instanceof PoolFailure ? refusal(error.message) : error;
  });
  const report = reportOf(read(reply), site, root);
  const ours = `:${reportFolder}/`;
  return {
    ...report,
    settings: report.settings.map((one) => ({ ...one, value: one.value.replaceAll(ours, '') })),
  };
}
