/**
 * For `sh <this> <folder> <seconds>`: each process starts another in a new session, and ignores every signal that can
 * be ignored.
 */
export const RESPAWNER = `
trap '' TERM HUP INT QUIT USR1 USR2 PIPE
echo $$ >> "$1/life"
sleep "$2"
setsid setsid sh "$0" "$1" "$2" > /dev/null 2>&1 &`;

/** For `perl <this> <folder>`: its pid changes all the time, so that every signal comes too late. */
export const WALKER = `
use POSIX;
$SIG{$_} = 'IGNORE' for qw(TERM HUP INT);
while (1) {
  my $child = fork();
  next unless defined $child;
  POSIX::_exit(0) if $child;
  POSIX::setsid();
  open(my $file, '>>', "$ARGV[0]/life") or next;
  print $file "$$\\n";
}`;

/** For `perl <this> <folder>`: a process that keeps running and starts no other. */
export const TICKER = `
while (1) {
  open(my $file, '>>', "$ARGV[0]/ticks") or die;
  print $file 'x';
  close $file;
  select(undef, undef, undef, 0.02);
}`;
