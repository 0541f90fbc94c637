import { WorkerLanes } from './worker-lanes';

/** Answers each job with itself, but goes where it is told to. */
const SCRIPT = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, job }) => {
    if (job === 'go') process.exit(1);
    if (job !== 'wait') parentPort.postMessage({ id, result: job });
  });
`;
const script = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);

it('jobs of a thread that ends fail at once, and the next ones find another', async () => {
  const lanes = new WorkerLanes<string, string>(script, 'test');
  const lost = ['go', 'go'].map((job) => lanes.ask(job));
  const results = await Promise.allSettled(lost);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all(['a', 'b', 'c'].map((job) => lanes.ask(job)))).toEqual(['a', 'b', 'c']);
  const waiting = lanes.ask('wait');
  waiting.catch(() => undefined);
  await lanes.close();
  await expect(waiting).rejects.toThrow('ended before its jobs');
});
