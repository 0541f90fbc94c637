import type { Draft } from '../findings';
import { lineAt } from '../findings';

/** What tools for taking over a site can do. Each alone is honest; many together in one file are not. */
const CAPABILITIES: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [2, /\b(?:shell_exec|passthru)\s*\(/i],
  [2, /\b(?:system|exec)\s*\(\s*\$/i],
  [2, /\b(?:popen|proc_open)\s*\(\s*\$/i],
  [2, /\beval\s*\(/i],
  [1, /\bmove_uploaded_file\s*\(|copy\s*\(\s*\$_FILES/i],
  [1, /\bchmod\s*\(/i],
  [1, /\bunlink\s*\(|\brmdir\s*\(/i],
  [1, /\b(?:opendir|scandir|readdir)\s*\(/i],
  [2, /posix_get(?:pwuid|grgid)|posix_uname/i],
  [1, /php_uname\s*\(/i],
  [2, /ini_get\s*\(\s*["'](?:safe_mode|disable_functions|open_basedir)/i],
  [2, /\/etc\/passwd|win\.ini|\/etc\/shadow/i],
  [2, /safe[ _-]?mode/i],
  [2, /\bphpinfo\s*\(/i],
  [2, /fsockopen\s*\(|socket_create\s*\(|\/bin\/(?:ba)?sh\b|cmd\.exe/i],
  [2, /back[ -]?connect|bind[ -]?port|bindshell|reverse[ -]?shell|port[ -]?scan/i],
  [2, /mysqli?_connect\s*\([^;]{0,120}\$_|show databases|load_file\s*\(|into outfile/i],
  [2, /\b(?:symlink|ln -s)\b/i],
  [2, /get_current_user\s*\(|getmyuid\s*\(|disk_free_space\s*\(|diskfreespace\s*\(/i],
  [3, /mass[ -]?deface|deface[rd]|defacement|hacked by|zone-h|r00t|h4ck|0wn|milw0rm|exploit-db|packetstorm/i],
  [3, /web[ -]?shell|\b(?:c99|r57|wso|b374k)\w*|php[ -]?shell|php ?spy|\bshell\s*v?\d\.\d|backdoor/i],
  [2, /error_reporting\s*\(\s*0\s*\)|@?ini_set\s*\(\s*["']display_errors["']\s*,\s*(?:0|["'](?:0|off)["'])/i],
  [2, /@?set_time_limit\s*\(\s*0\s*\)|ignore_user_abort/i],
  [1, /fileperms\s*\(/i],
  [1, /\btouch\s*\(\s*\$/i],
  [2, /HTTP_USER_AGENT[^;]{0,200}(?:google|slurp|bot)/i],
  [1, /file_get_contents\s*\(\s*\$_|highlight_file\s*\(\s*\$|show_source\s*\(\s*\$/i],
];

/** Capabilities of a file that honest applications keep in many. */
const ENOUGH = 21;
const ALMOST = 15;
/** Only a file that runs code, commands or queries for visitors is a tool. */
const NEEDED = /\$_(?:GET|POST|REQUEST|COOKIE|FILES|SERVER)\b|HTTP_(?:POST|GET|COOKIE)_VARS|\$GLOBALS/i;

export function toolkitOf(source: string): readonly Draft[] {
  if (!NEEDED.test(source)) return [];
  const found = CAPABILITIES.flatMap(([weight, pattern]) => {
    const match = pattern.exec(source);
    return match ? [{ weight, match }] : [];
  });
  const weight = found.reduce((sum, one) => sum + one.weight, 0);
  if (weight < ALMOST) return [];
  const steps = found
    .slice(0, 12)
    .map(
      ({ match }) =>
        ({ kind: 'rule', line: lineAt(source, match.index), code: match[0], detail: 'php-toolkit' }) as const,
    );
  const severity = weight >= ENOUGH ? 'high' : 'suspicious';
  return [
    {
      severity,
      technique: 'known-shell',
      rule: 'php-toolkit',
      confidence: Math.min(95, 40 + weight * 2),
      line: steps[0]?.line ?? 1,
      steps,
    },
  ];
}
