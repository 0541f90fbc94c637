import { listFolder } from '@sitedeck/contract';
import type * as Sdk from '../index';
import type * as Query from '../query';
import type { KernelAuth } from '../kernel/kernel';
import { configFor } from '../testing/samples';
import { json, startWireServer, type WireServer } from '../testing/wire-server';

let server: WireServer;
let isOver = false;

beforeAll(async () => {
  server = await startWireServer((_request, response) => {
    if (isOver) response.writeHead(996).end();
    else json(response, { code: '200', res: { total: 3 }, msg: '' });
  });
});
afterAll(() => server.close());
beforeEach(() => {
  isOver = false;
});

/** A view that shows a folder, in its own page. */
function makeView(auth: KernelAuth) {
  Reflect.set(globalThis, Symbol.for('sitedeck.kernel.v1'), undefined);
  let sdk: (Pick<typeof Sdk, 'installKernel'> & Pick<typeof Query, 'api' | 'quietEndpoint'>) | undefined;
  jest.isolateModules(() => {
    sdk = { ...jest.requireActual<typeof Sdk>('../index'), ...jest.requireActual<typeof Query>('../query') };
  });
  if (!sdk) throw new Error('The SDK did not load');
  const { store, events } = sdk.installKernel({ config: configFor(server.url), auth });
  const { api, quietEndpoint } = sdk;
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({ list: build.query(quietEndpoint(listFolder)) }),
  });
  const input = { body: { path: '/' } };
  const load = () => store.dispatch(endpoints.list.initiate(input, { forceRefetch: true }));
  const shown = () => {
    const { data, error, status } = endpoints.list.select(input)(store.getState() as never);
    return { data, error, status };
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 50));
  return { events, load, shown, turn };
}

describe('a view whose session is over', () => {
  it('keeps its content in the console, since the page is leaving for sign-in', async () => {
    const { events, load, shown, turn } = makeView({ is: 'cookie' });
    await load();
    isOver = true;
    const ending = new Promise((resolve) => events.on('session-ending', resolve));
    void load();
    await ending;
    await turn();
    expect(window.location.pathname).toBe('/login');
    expect(shown()).toEqual({ data: { total: 3 }, error: undefined, status: 'pending' });
  });

  it('shows in an embedded remote that the session is over, since the portal’s page is not reloaded', async () => {
    const getToken = () => Promise.resolve('token-of-a-visitor');
    const { load, shown } = makeView({ is: 'token', remotes: () => ['files'], getToken });
    await load();
    isOver = true;
    await load();
    expect(shown()).toMatchObject({ error: { code: '996' }, status: 'rejected' });
  });
});
