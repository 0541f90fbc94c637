import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shares } from '#system/cage/shares/shares';
import { makeMetrics } from './metrics';
import { HOSTS_MAX } from './share-metrics';

describe('each scrape of the metrics', () => {
  let group: string;

  const addHost = async (code: string, files: Readonly<Record<string, string>>) => {
    await mkdir(join(group, code));
    for (const [name, text] of Object.entries(files)) await writeFile(join(group, code, name), text);
  };
  const linesOf = async (shares: Shares) => {
    const text = await makeMetrics({ isolation: { is: 'separate' }, cages: 'on', shares }).text();
    return text.split('\n').filter((line) => /^sitedeck_(?:host_|share)/.test(line));
  };
  const limited = (...controllers: readonly string[]): Shares => ({
    is: 'on',
    groups: { version: 2, folders: Object.fromEntries(controllers.map((one) => [one, group])) },
  });

  beforeEach(async () => (group = await mkdtemp(join(tmpdir(), 'sitedeck-metrics-'))));
  afterEach(() => rm(group, { recursive: true, force: true }));

  it('shows what each host uses, and how often a limit stopped it', async () => {
    await addHost('vh1001', {
      'memory.current': '52428800',
      'memory.events': 'oom_kill 2',
      'memory.max': '536870912',
      'pids.current': '7',
      'pids.events': 'max 5',
      'pids.max': '256',
      'cpu.stat': 'usage_usec 2500000\nthrottled_usec 750000\nnr_throttled 9',
      'cpu.max': '150000 100000',
    });
    expect(await linesOf(limited('memory', 'pids', 'cpu'))).toEqual([
      'sitedeck_shares{resource="memory"} 1',
      'sitedeck_shares{resource="pids"} 1',
      'sitedeck_shares{resource="cpu"} 1',
      'sitedeck_shares{resource="io"} 0',
      'sitedeck_share_hosts 1',
      'sitedeck_host_memory_bytes{host="vh1001"} 52428800',
      'sitedeck_host_processes{host="vh1001"} 7',
      'sitedeck_host_memory_limit_bytes{host="vh1001"} 536870912',
      'sitedeck_host_processes_limit{host="vh1001"} 256',
      'sitedeck_host_cpu_limit{host="vh1001"} 1.5',
      'sitedeck_host_memory_killed_total{host="vh1001"} 2',
      'sitedeck_host_processes_refused_total{host="vh1001"} 5',
      'sitedeck_host_cpu_seconds_total{host="vh1001"} 2.5',
      'sitedeck_host_cpu_throttled_seconds_total{host="vh1001"} 0.75',
      'sitedeck_host_cpu_throttled_periods_total{host="vh1001"} 9',
    ]);
  });

  it('drops a removed host', async () => {
    await addHost('vh1001', { 'pids.current': '7' });
    const metrics = makeMetrics({ isolation: { is: 'separate' }, cages: 'on', shares: limited('pids') });
    expect(await metrics.text()).toContain('{host="vh1001"}');
    await rm(join(group, 'vh1001'), { recursive: true });
    expect(await metrics.text()).not.toContain('{host="vh1001"}');
  });

  it('shows the hosts with the most memory, and the number of all', async () => {
    for (let number = 0; number <= HOSTS_MAX; number += 1)
      await addHost(`vh${1001 + number}`, { 'memory.current': String(1 + number) });
    const lines = await linesOf(limited('memory'));
    expect(lines).toContain(`sitedeck_share_hosts ${HOSTS_MAX + 1}`);
    expect(lines.filter((line) => line.startsWith('sitedeck_host_memory_bytes'))).toHaveLength(HOSTS_MAX);
    expect(lines).toContain('sitedeck_host_memory_bytes{host="vh1002"} 2');
    expect(lines).not.toContain('sitedeck_host_memory_bytes{host="vh1001"} 1');
  });

  it('says that nothing is limited on a machine without shares', async () => {
    expect(await linesOf({ is: 'off', why: 'rights' })).toEqual(
      ['memory', 'pids', 'cpu', 'io'].map((resource) => `sitedeck_shares{resource="${resource}"} 0`),
    );
  });
});
