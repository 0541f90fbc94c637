import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MESSAGE_BYTES } from '#system/mail/message-size';
import { MAIL_SOCKET, type Paths } from '#system/settings/paths';

const FILE = 'sendmail.php';

/**
 * Stands for `sendmail`, which has rights of its own and so does not run in a cage: gives a message to the socket of its
 * host. Programs of the host run it, so it protects nothing: the mail process checks everything. Exit statuses are those
 * of sysexits.h, except that of a temporary failure, which `mail()` would report as success.
 */
const SCRIPT = String.raw`<?php
// Written by SiteDeck. Arguments: the host's code, then those of sendmail.
const EX_USAGE = 64;
const EX_UNAVAILABLE = 69;

function refuse(string $why, int $status = EX_UNAVAILABLE): void {
  $line = 'Mail not sent: ' . preg_replace('/[^ -~]+/', '?', $why);
  @error_log($line);
  fwrite(STDERR, $line . "\n");
  exit($status);
}

ini_set('display_errors', '0');
$rest = array_slice($argv, 1);
// In a cage the name of the machine is the host's code.
$host = strncmp($rest[0] ?? '-', '-', 1) === 0 ? gethostname() : array_shift($rest);
if (!preg_match('/^[a-z0-9-]+$/', $host)) refuse('unknown site', EX_USAGE);
ini_set('error_log', HOSTS . "/$host/logs/php-error.log");

$request = [];
for (; $rest !== []; array_shift($rest)) {
  if (in_array($rest[0], ['-t', '-i', '-ti', '-it', '-oi', '-oem', '-odb'], true)) continue;
  if (!preg_match('/^-[fr](.*)$/s', $rest[0], $sender)) refuse("the option $rest[0] is not supported", EX_USAGE);
  if ($sender[1] === '') array_shift($rest);
  $request['from'] = trim($sender[1] === '' ? ($rest[0] ?? '') : $sender[1], '<>');
}
if (!HAS_RELAY) refuse('this server has no mail server for its sites; ask your provider');

$message = fopen('php://temp/maxmemory:1048576', 'w+');
$request['bytes'] = stream_copy_to_stream(STDIN, $message, MESSAGE_BYTES + 1);
if ($request['bytes'] > MESSAGE_BYTES) refuse('it is larger than ' . MESSAGE_BYTES / 1048576 . ' MB');
rewind($message);

// The other end may be starting.
for ($tries = 0; !($door = @stream_socket_client('unix://' . SOCKETS . "/$host/" . SOCKET)); $tries++) {
  if ($tries === 50) refuse('the mail service of this server is not running; try again later');
  usleep(100000);
}
stream_set_timeout($door, 150);
@fwrite($door, json_encode($request, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
@stream_copy_to_stream($message, $door);
[$result, $detail] = explode(' ', trim((string) @fgets($door, 4096)), 2) + ['', ''];
if ($result === 'refused') refuse($detail);
if ($result !== 'sent') refuse('the mail service did not reply; the message may have been sent anyway');
if ($detail !== '') @error_log("Mail sent, $detail");
`;

export interface SendmailFacts {
  /** PHP on the command line. */
  readonly cli: string;
  readonly places: Paths;
}

/** What every call of the program begins with: PHP without the host's own settings. */
export const sendmailCommand = ({ cli, places }: SendmailFacts): string =>
  `${cli} -n ${join(places.mail.program, FILE)}`;

/** `-t` is what programs look for that pass a message to `sendmail_path` themselves. */
export const SENDMAIL_OPTIONS = '-t -i';

const text = (value: string): string => `'${value.replace(/['\\]/g, String.raw`\$&`)}'`;

/** Hosts may run the program at any time, so it is replaced atomically. */
export async function writeSendmail(
  { mail, hosts }: Paths,
  { hasRelay }: { readonly hasRelay: boolean },
): Promise<void> {
  const constants = [
    `const HOSTS = ${text(hosts)};`,
    `const SOCKETS = ${text(mail.sockets)};`,
    `const SOCKET = ${text(MAIL_SOCKET)};`,
    `const HAS_RELAY = ${hasRelay};`,
    `const MESSAGE_BYTES = ${MESSAGE_BYTES};`,
  ];
  const script = SCRIPT.replace('<?php\n', () => `<?php\n${constants.join('\n')}\n`);
  const file = join(mail.program, FILE);
  if ((await readFile(file, 'utf8').catch(() => undefined)) === script) return;
  await mkdir(mail.program, { recursive: true, mode: 0o755 });
  await writeFile(`${file}.next`, script, { mode: 0o644 });
  await rename(`${file}.next`, file);
}
