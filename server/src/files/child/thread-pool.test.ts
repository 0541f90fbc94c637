import { ThreadPool } from './thread-pool';

/** Returns each job as its result, but ends on the job `go`. */
const SCRIPT = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, job }) => {
    if (job === 'go') process.exit(1);
    if (job === 'later') setTimeout(() => parentPort.postMessage({ id, result: job }), 50);
    else if (job !== 'wait') parentPort.postMessage({ id, result: job });
  });
`;
const script = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);

it('rejects the jobs of a thread that ends, and gives later jobs to another thread', async () => {
  const lanes = new ThreadPool<string, string>(script, 'test');
  let waiting: Promise<string> | undefined;
  await lanes.during(async () => {
    const lost = ['go', 'go'].map((job) => lanes.request(job));
    const results = await Promise.allSettled(lost);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await Promise.all(['a', 'b', 'c'].map((job) => lanes.request(job)))).toEqual(['a', 'b', 'c']);
    waiting = lanes.request('wait');
    waiting.catch(() => undefined);
  });
  await expect(waiting).rejects.toThrow('ended before its jobs');
});

it('keeps threads until their last user is done', async () => {
  const lanes = new ThreadPool<string, string>(script, 'test');
  await lanes.during(async () => {
    await lanes.request('a');
    const going = lanes.request('later');
    await lanes.during(() => lanes.request('b')).catch(() => undefined);
    expect(await going).toBe('later');
    await expect(lanes.during(() => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled');
    expect(await lanes.request('c')).toBe('c');
  });
});
