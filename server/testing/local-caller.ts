import { run, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';

/**
 * What the program does with each connection: waits for the reply, sends and closes at once, sends and resets, or
 * connects and sends nothing.
 */
export type CallerHabit = 'waits' | 'leaves' | 'resets' | 'says-nothing';

export interface LocalCall {
  readonly identity: Identity;
  /** Address to connect to; an IPv4 address mapped into IPv6 takes an IPv6 socket. */
  readonly to: string;
  readonly port: number;
  /** Address to connect from. */
  readonly from?: string;
  readonly request: string;
  readonly habit?: CallerHabit;
  /** Connections, all open at once. */
  readonly connections?: number;
}

/** A tenant's program may have written each of these lines, so no HTTP client takes part. */
const PROGRAM = String.raw`
use strict; use warnings; use Socket qw(:all);
$SIG{PIPE} = 'IGNORE';
my ($to, $port, $from, $request, $habit, $connections) = @ARGV;
my $is6 = $to =~ /:/;
my $at = sub { $is6 ? pack_sockaddr_in6($_[1], inet_pton(AF_INET6, $_[0])) : pack_sockaddr_in($_[1], inet_aton($_[0])) };
my @links = map {
  socket(my $link, $is6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0) or die "socket: $!";
  if ($from ne '') { bind($link, $at->($from, 0)) or die "bind: $!"; }
  connect($link, $at->($to, $port)) or die "connect: $!";
  $link;
} 1 .. $connections;
if ($habit ne 'says-nothing') { syswrite($_, $request) for @links; }
if ($habit eq 'resets') { setsockopt($_, SOL_SOCKET, SO_LINGER, pack('ii', 1, 0)) for @links; }
if ($habit eq 'leaves' || $habit eq 'resets') { close($_) for @links; exit; }
my $read = '';
for my $link (@links) { while (sysread($link, my $part, 65536)) { $read .= $part; } }
print $read;
`;

/** The program, for a test that starts it by itself. */
export function callerCommand(call: LocalCall): Command {
  const { to, port, from = '', request, habit = 'waits', connections = 1 } = call;
  return { file: 'perl', args: ['-e', PROGRAM, to, String(port), from, request, habit, String(connections)] };
}

/** Connects under another uid; resolves to everything that it received once all connections are closed. */
export async function callLocally(call: LocalCall): Promise<string> {
  const { code, stdout, stderr } = await run(callerCommand(call), { identity: call.identity });
  if (code !== 0) throw new Error(`the program could not connect: ${stderr}`);
  return stdout;
}
