import { HostCode } from '@sitedeck/contract';
import { HostSweep } from './host-sweep';

const [stuck, well] = ['vh1', 'vh2'].map((code) => HostCode.parse(code));

it('serves other hosts while one is slow, and starts nothing more for the slow one until it ends', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const served: string[] = [];
  const rounds = new HostSweep({
    work: async (hostCode) => {
      served.push(hostCode);
      if (hostCode === stuck) await held;
    },
    onFailed: () => undefined,
    maxWaitMs: 20,
  });
  if (!stuck || !well) throw new Error('No hosts');
  await rounds.run([stuck, well]);
  await rounds.run([stuck, well]);
  expect(served).toEqual([stuck, well, well]);
  release();
  await held;
  // After it has ended it is served again, in parallel to the others.
  await rounds.run([well]);
  await rounds.run([stuck, well]);
  expect(served.filter((code) => code === stuck)).toHaveLength(2);
});

it('continues after a host that fails', async () => {
  const [served, failed]: [string[], string[]] = [[], []];
  const rounds = new HostSweep({
    work: (hostCode) => {
      served.push(hostCode);
      return Promise.reject(new Error('broken'));
    },
    onFailed: (hostCode) => failed.push(hostCode),
    maxWaitMs: 60_000,
  });
  if (!stuck || !well) throw new Error('No hosts');
  await rounds.run([stuck, well]);
  expect([served, failed]).toEqual([
    [stuck, well],
    [stuck, well],
  ]);
});
