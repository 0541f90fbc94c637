import { chown, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itCaged } from '#testing/it-caged';
import { aspxPage, netSites } from '#testing/net-sites';
import { testSite, TestNode } from '#testing/node-engines';
import { pidsOf } from '#testing/php-soak';

/** System calls against processes of others and the kernel, by their numbers on x86-64 and arm64. */
const CALLS = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_open: [434, 434],
  mount: [165, 40],
  umount2: [166, 39],
  move_mount: [429, 429],
  pivot_root: [155, 41],
  chroot: [161, 51],
  setns: [308, 268],
  unshare: [272, 97],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  kexec_load: [246, 104],
  setuid: [105, 146],
  sethostname: [170, 161],
  mknod_device: [133, 33],
} as const;

/** Tries each call and file with real arguments, and prints what succeeds. `perl <this> <pid> <file>...` */
const PROBE = `
my ($pid, @files) = @ARGV;
chomp(my $machine = \`uname -m\`);
my $index = $machine eq 'x86_64' ? 0 : 1;
my %calls = (${Object.entries(CALLS)
  .map(([name, numbers]) => `${name} => [${numbers.join(', ')}]`)
  .join(', ')});
my ($text, $tmp, $fs) = ("x" x 64, "/tmp", "tmpfs");
my %with = (
  ptrace => [16, $pid, 0, 0], process_vm_readv => [$pid, $text, 1, $text, 1, 0], process_vm_writev => [$pid, $text, 1, $text, 1, 0],
  pidfd_open => [$pid, 0], mount => [$fs, $tmp, $fs, 0, 0], umount2 => [$tmp, 2], move_mount => [-100, $tmp, -100, $tmp, 0],
  pivot_root => [$tmp, $tmp], chroot => [$tmp], setns => [0, 0], unshare => [0x10000000],
  open_by_handle_at => [-100, $text, 0], init_module => [$text, 64, $tmp], kexec_load => [0, 0, 0, 0], setuid => [0],
  sethostname => [$tmp, 4], mknod_device => ["/tmp/device", 0060666, 0x0101, 0],
);
$with{mknod_device} = [-100, "/tmp/device", 0060666, 0x0101] if $index;
for my $name (sort keys %calls) {
  my $result = syscall($calls{$name}[$index], @{$with{$name}});
  print "$name\\n" unless $result == -1;
}
print "kill $_\\n" for grep { kill 9, $_ } ($pid, 1);
for my $of ($pid, 1) { for (qw(environ maps mem root/etc cwd/run fd/0)) { print "/proc/$of/$_\\n" if open(my $file, '<', "/proc/$of/$_") && defined readline $file; } }
for (@files) { print "read $_\\n" if open(my $file, '<', $_); print "list $_\\n" if opendir(my $folder, $_); print "write $_\\n" if open(my $file, '>>', $_); }
print "end\\n";`;

const NET_PAGE = aspxPage(
  'var how = new System.Diagnostics.ProcessStartInfo("perl", "probe.pl " + Request.QueryString["args"]); ' +
    'how.UseShellExecute = false; how.RedirectStandardOutput = true; how.WorkingDirectory = Server.MapPath("."); ' +
    'var one = System.Diagnostics.Process.Start(how); Response.Write(one.StandardOutput.ReadToEnd());',
);

describe('programs of a host against another host and the product', () => {
  let node: TestNode;
  const victim = () => testSite('victim', node.uid(8));
  const php = () => testSite('attacker', node.uid(9));
  const request = async (host: string, path: string) => (await node.request(`${host}.localhost`, path)).body;
  const put = async (code: string, name: string, text: string) => {
    const file = join(node.root(code), 'wwwroot', name);
    const { uid } = node.sites.find(({ hostCode }) => hostCode === code) ?? { uid: 0 };
    await writeFile(file, text);
    await chown(file, uid, uid);
  };
  /** What the probe may not succeed with: a process of the victim, its files, sockets and files of the product. */
  const targets = async () => {
    const [pid] = await pidsOf(victim());
    const sockets = await readdir(node.places.phpSockets);
    const files = [
      join(node.root('victim'), 'wwwroot/page.php'),
      join(node.places.phpHosts, 'victim'),
      ...sockets.map((name) => join(node.places.phpSockets, name)),
      ...[node.places.php, node.places.secrets, node.places.logs, node.places.monoServers].map((folder) =>
        join(folder, 'x/..'),
      ),
      ...['/etc/shadow', '/root', '/dev/mem', '/proc/sysrq-trigger', '/proc/kcore'],
    ];
    return { pid, args: [String(pid), ...files].join(' ') };
  };
  const survives = async (pid: number | undefined) =>
    expect(await readFile(`/proc/${pid}/comm`, 'utf8')).toContain('php-fpm');

  beforeAll(async () => {
    node = await TestNode.make();
    const nets = netSites(node);
    node.sites = [victim(), php(), nets.site('netone')];
    await node.hosts.begin();
    await node.startEngines();
    await put('victim', 'page.php', '<?php echo "secret";');
    for (const code of ['attacker', 'netone']) await put(code, 'probe.pl', PROBE);
    await put('attacker', 'probe.php', '<?php passthru("perl probe.pl " . $_GET["args"]);');
    await put(
      'attacker',
      'ffi.php',
      `<?php ini_set('ffi.enable', '1');
      try { echo FFI::cdef('int getpid(void);')->getpid(); } catch (Throwable $e) { echo 'refused'; }`,
    );
    await put('attacker', '.user.ini', 'ffi.enable = 1\n');
    await put('netone', 'probe.aspx', NET_PAGE);
    expect(await request('victim', '/page.php')).toBe('secret');
  });
  afterAll(() => node.close());

  itCaged('lets a PHP program succeed with nothing', async () => {
    const { pid, args } = await targets();
    expect(await request('attacker', `/probe.php?args=${encodeURIComponent(args)}`)).toBe('end\n');
    await survives(pid);
  });

  itCaged('lets a .NET program succeed with nothing', async () => {
    const { pid, args } = await targets();
    expect(await request('netone', `/probe.aspx?args=${encodeURIComponent(args)}`)).toBe('end\n');
    await survives(pid);
  });

  itCaged('keeps PHP from calling the C library', async () => {
    expect(await request('attacker', '/ffi.php')).toBe('refused');
  });
});
