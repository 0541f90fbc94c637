import { compressFiles, listFolder, makeFolder, stopTask, type Task } from '@sitedeck/contract';
import type * as Sdk from '../index';
import type * as Query from '../query';
import { api, announcedEndpoint, quietEndpoint } from '../query';
import { call } from '../call/call';
import { setLocale } from '../settings/use-settings';
import { pollTasksNow } from '../tasks/use-tasks';
import { lockOf } from '../tasks/workspace-lock';
import { configFor, hostInfo, task } from '../testing/samples';
import { json, startWireServer, type WireServer } from '../testing/wire-server';
import { kernel } from './cell';
import { installKernel, setHost } from './kernel';
import { updateHost } from '../host/update-host';

let server: WireServer;
let tasks: readonly Task[] = [];
let etag: string | undefined;
/** Later states of a task, one for each `getTask`; the last one stays. */
let states: readonly Task[] = [];

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const requestsTo = (path: string) => server.requests.filter(({ url }) => url.startsWith(path));

beforeAll(async () => {
  server = await startWireServer((request, response) => {
    if (request.url.startsWith('/api/task/queryList')) {
      if (etag !== undefined && request.headers['if-none-match'] === etag) {
        response.writeHead(304).end();
        return;
      }
      if (etag !== undefined) response.setHeader('ETag', etag);
      json(response, { code: '200', res: tasks, msg: '' });
      return;
    }
    if (request.url.startsWith('/api/task/getTask')) {
      const [state, ...later] = states;
      if (later.length > 0) states = later;
      tasks = tasks.map((one) => (one.id === state?.id ? state : one));
      json(response, { code: state ? '200' : '404', res: state, msg: 'gone' });
      return;
    }
    if (request.url.startsWith('/fs/compress') || request.url.startsWith('/api/task/stopTask')) {
      json(response, { code: '200', res: { taskId: 5, id: 5 }, msg: '' });
      return;
    }
    json(response, { code: request.body.includes('bad') ? '400' : '200', res: { total: 3 }, msg: 'no' });
  });
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});

it('throws when no kernel is installed', () => {
  expect(() => kernel()).toThrow('installKernel');
});

it('exists once per page: a second copy of the SDK finds the first one’s store and API', async () => {
  const first = installKernel({ config: configFor(server.url) });
  const copy = await new Promise<typeof Sdk & typeof Query>((resolve) => {
    jest.isolateModules(() =>
      resolve({
        ...jest.requireActual<typeof Sdk>('../index'),
        ...jest.requireActual<typeof Query>('../query'),
      }),
    );
  });
  expect(copy.installKernel).not.toBe(installKernel);
  expect(copy.installKernel({ config: configFor('http://elsewhere') })).toBe(first);
  expect(copy.kernel().store).toBe(first.store);
  expect(copy.api).toBe(api);
});

it('adopts RTK Query when its script loads after the kernel', async () => {
  const key = Symbol.for('sitedeck.kernel.v1');
  const place = globalThis as unknown as Record<symbol, unknown>;
  const mine = place[key];
  place[key] = undefined;
  const secondCopy = await new Promise<Pick<typeof Sdk, 'kernel'> & typeof Query>((resolve) => {
    jest.isolateModules(() => {
      const sdk = jest.requireActual<typeof Sdk>('../index');
      sdk.installKernel({ config: configFor(server.url) });
      expect(sdk.kernel().store.getState()).not.toHaveProperty('api');
      resolve({ kernel: sdk.kernel, ...jest.requireActual<typeof Query>('../query') });
    });
  });
  const { endpoints } = secondCopy.api.injectEndpoints({
    endpoints: (build) => ({ list: build.query(secondCopy.quietEndpoint(listFolder)) }),
  });
  const { store } = secondCopy.kernel();
  await store.dispatch(endpoints.list.initiate({ body: { path: '/late' } }));
  expect(store.getState()).toMatchObject({ api: { queries: {}, config: { middlewareRegistered: true } } });
  await store.dispatch(endpoints.list.initiate({ body: { path: '/late' } }));
  expect(server.requests.filter(({ body }) => body === '{"path":"/late"}')).toHaveLength(1);
  place[key] = mine;
});

it('refuses a kernel of another protocol', () => {
  const place = globalThis as unknown as Record<symbol, { kernel: { protocol: number } }>;
  const cell = place[Symbol.for('sitedeck.kernel.v1')];
  if (!cell) throw new Error('no cell');
  const mine = cell.kernel;
  cell.kernel = { ...mine, protocol: 2 };
  expect(() => kernel()).toThrow('protocol 2');
  cell.kernel = mine;
});

it('remembers the language for the next page', () => {
  setLocale('en-US');
  expect(localStorage.getItem('sitedeck.locale')).toBe('en-US');
  setLocale('zh-CN');
});

it('makes endpoints of contract calls, and announces only the fault of an announced endpoint', async () => {
  const files = api.injectEndpoints({
    endpoints: (build) => ({
      list: build.query(quietEndpoint(listFolder)),
      make: build.mutation(announcedEndpoint(makeFolder)),
    }),
  });
  const { store, events } = kernel();
  const faultMessages: string[] = [];
  events.on('fault', ({ fault }) => faultMessages.push(fault.message));
  const good = await store.dispatch(files.endpoints.list.initiate({ body: { path: '/' } }));
  expect(good.data).toEqual({ total: 3 });
  const bad = await store.dispatch(files.endpoints.list.initiate({ body: { path: '/bad' } }));
  expect(bad.error).toMatchObject({ code: '400', message: 'no' });
  expect(faultMessages).toEqual([]);
  await store.dispatch(files.endpoints.make.initiate({ body: { path: '/bad' } }));
  expect(faultMessages).toEqual(['no']);
});

describe('the task stream', () => {
  const listed = () =>
    kernel()
      .store.getState()
      .tasks.list.map(({ id }) => id);

  it('polls the current host, announces running and ended tasks, and marks the ended ones as announced', async () => {
    const announcements: string[] = [];
    kernel().events.on('task-open', ({ id }) => announcements.push(`open ${id}`));
    kernel().events.on('task-finished', ({ id }) => announcements.push(`finished ${id}`));
    tasks = [task({ id: 2 }), task({ id: 1, taskStatus: 'RUNNING_SUCCESS' })];
    setHost(hostInfo('vh7'), 'FTP');
    await until(() => requestsTo('/api/task/updateTask/1').length > 0);
    expect(listed()).toEqual([2, 1]);
    expect(announcements).toEqual(['open 2', 'finished 1']);
    expect(requestsTo('/api/task/queryList/vh7')).toHaveLength(1);
    expect(requestsTo('/api/task/updateTask/1')[0]?.body).toBe('{"notifyStatus":1}');
  });

  it('polls at once on request, and announces nothing twice', async () => {
    const announced = jest.fn();
    const quiet = kernel().events.on('task-open', announced);
    tasks = [task({ id: 3, taskStatus: 'STOP' }), ...tasks];
    pollTasksNow();
    await until(() => listed().length === 3);
    expect(announced).not.toHaveBeenCalled();
    quiet();
  });

  it('keeps its list when the server reports no change', async () => {
    etag = '"v1"';
    pollTasksNow();
    await until(() => requestsTo('/api/task/queryList/vh7').length === 3);
    const before = kernel().store.getState().tasks.list;
    pollTasksNow();
    await until(() => requestsTo('/api/task/queryList/vh7').length === 4);
    expect(requestsTo('/api/task/queryList/vh7')[3]?.headers['if-none-match']).toBe('"v1"');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(kernel().store.getState().tasks.list).toBe(before);
  });

  it('shares its list with the other pages of the browser', async () => {
    const other = new BroadcastChannel('sitedeck.tasks.vh7');
    const heard = new Promise<{ is: string; tasks: readonly Task[] }>((resolve) => {
      other.onmessage = ({ data }: MessageEvent) => resolve(data as { is: string; tasks: readonly Task[] });
    });
    other.postMessage({ is: 'here', visible: false });
    expect(await heard).toMatchObject({ is: 'tasks', tasks: [{ id: 3 }, { id: 2 }, { id: 1 }] });
    other.close();
  });

  describe('after an act of this page', () => {
    const running = task({ id: 5, taskType: 'COMPRESS' });
    const pack = () => call(compressFiles, { body: { paths: ['/a'], to: '/a.zip' } });
    const isLocked = () => lockOf(kernel().store.getState().tasks.list).is === 'locked';

    beforeEach(() => {
      etag = undefined;
      tasks = [running];
    });

    it('polls the started task until it ends, announces its end at once and unlocks the workspace', async () => {
      const ended: number[] = [];
      const quiet = kernel().events.on('task-finished', ({ id }) => ended.push(id));
      states = [running, { ...running, taskStatus: 'RUNNING_SUCCESS' }];
      const since = performance.now();
      await pack();
      await until(isLocked);
      await until(() => ended.length > 0);
      expect(performance.now() - since).toBeLessThan(2500);
      expect([ended, isLocked()]).toEqual([[5], false]);
      expect(requestsTo('/api/task/getTask/5')).toHaveLength(2);
      quiet();
    });

    it('polls a task that the page has stopped, and unlocks the workspace when it has ended', async () => {
      states = [{ ...running, taskStatus: 'STOP' }];
      await call(stopTask, { params: { id: 5 } });
      const before = requestsTo('/api/task/getTask/5').length;
      await until(() => requestsTo('/api/task/getTask/5').length > before);
      await until(() => !isLocked());
    });

    it('corrects a late reply by the next poll, even if the list has not changed since', async () => {
      const ended = { ...running, taskStatus: 'RUNNING_SUCCESS', notifyStatus: 1 } as const;
      [tasks, etag, states] = [[ended], '"v2"', [running]];
      pollTasksNow();
      await until(() => !isLocked());
      await pack();
      await until(isLocked);
      tasks = [ended];
      pollTasksNow();
      await until(() => !isLocked());
      states = [ended];
    });
  });

  it('starts with an empty list for another host', async () => {
    etag = undefined;
    tasks = [];
    setHost(hostInfo('vh8'), 'FTP');
    expect(listed()).toEqual([]);
    await until(() => requestsTo('/api/task/queryList/vh8').length === 1);
  });
});

it('sends calls through the page’s one kernel', async () => {
  await call(makeFolder, { body: { path: '/x' } });
  expect(requestsTo('/fs/mkdir').at(-1)?.headers['x-host-code']).toBe('vh8');
});

it('stores the host that the server returned and goes on watching its tasks', () => {
  setHost(hostInfo('vh9'), 'HOST_TOKEN');
  const watched = kernel().store.getState().tasks;
  const known = hostInfo('vh9');
  updateHost({ ...known, hostService: { ...known.hostService, serviceStatus: { value: 'CLOSED' } } });
  const { host, tasks } = kernel().store.getState();
  expect(host.host?.hostService.serviceStatus.value).toBe('CLOSED');
  expect([host.loginSource, tasks === watched]).toEqual(['HOST_TOKEN', true]);
});
