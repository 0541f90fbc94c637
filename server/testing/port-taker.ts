import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '#system/process/exec';
import type { Identity } from '#system/process/identity';

/** Takes addresses as soon as it can, with every option that lets programs share one, and reports what it receives. */
const PROGRAM = String.raw`
use strict; use warnings; use Socket qw(:all);
$| = 1;
my ($mode, @wants) = @ARGV;
my @taken;
for (my $round = 0; ; $round++) {
  print "round $round\n" if $round % 20 == 1;
  for my $want (@wants) {
    my ($host, $port) = split /,/, $want;
    for my $options ([], [SO_REUSEADDR], [SO_REUSEADDR, SO_REUSEPORT]) {
      next if $mode eq 'bind' && @$options;
      my $is6 = $host =~ /:/;
      socket(my $socket, $is6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0) or next;
      setsockopt($socket, SOL_SOCKET, $_, 1) for @$options;
      my $address = $is6 ? pack_sockaddr_in6($port, inet_pton(AF_INET6, $host)) : pack_sockaddr_in($port, inet_aton($host));
      bind($socket, $address) or next;
      if ($mode ne 'bind') { listen($socket, 5) or next; }
      print "took $want\n";
      push @taken, $socket;
      last;
    }
  }
  for my $socket ($mode eq 'bind' ? () : @taken) {
    my $ready = ''; vec($ready, fileno($socket), 1) = 1;
    next unless select($ready, undef, undef, 0) > 0;
    accept(my $client, $socket) or next;
    sysread($client, my $heard, 4096);
    print "heard $heard\n";
  }
  select(undef, undef, undef, 0.002);
}
`;

/** A tenant's program that tries to take addresses of the product, like `127.0.0.1,8090`. */
export class PortTaker {
  said = '';
  private readonly child: ChildProcess;
  readonly ended: Promise<unknown>;

  /** @param mode `bind`: binds without options and never listens */
  constructor(
    identity: Identity | undefined,
    addresses: readonly string[],
    mode: 'listen' | 'bind' = 'listen',
  ) {
    this.child = start(
      { file: 'perl', args: ['-e', PROGRAM, mode, ...addresses] },
      { stdio: ['ignore', 'pipe', 'inherit'], ...(identity && { identity }) },
    );
    this.child.stdout?.on('data', (bytes: Buffer) => (this.said += bytes.toString('latin1')));
    this.ended = once(this.child, 'exit');
  }

  get taken(): readonly string[] {
    return [...this.said.matchAll(/^took (.*)$/gm)].map(([, address = '']) => address);
  }

  /** Waits until it has tried every address at least once more. */
  async tries(): Promise<void> {
    const rounds = () => this.said.split('round ').length;
    const before = rounds();
    while (rounds() < before + 2) await sleep(5);
  }

  async takes(): Promise<void> {
    while (this.taken.length === 0) await sleep(5);
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
