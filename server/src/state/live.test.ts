import { makeTestDb, type TestDb } from '#testing/state';
import { announce, listenForChanges, type Change, type LiveFeed } from './live';

describe('what processes tell one another', () => {
  let test: TestDb;
  let feed: LiveFeed;
  const heard: Change[] = [];
  beforeAll(async () => {
    test = await makeTestDb();
    feed = await listenForChanges(test.url, {
      onChange: (change) => void heard.push(change),
      onConnected: () => undefined,
    });
  });
  afterAll(async () => {
    await feed.close();
    await test.close();
  });

  it('knows every change once it has caught up, whichever process wrote it and however many there were', async () => {
    const codes = Array.from({ length: 50 }, (_none, index) => `vh${20001 + index}`);
    await Promise.all(codes.map((hostCode) => announce(test.db, { is: 'host', hostCode })));
    await feed.caughtUp();
    expect(heard.map((change) => (change.is === 'host' ? change.hostCode : '')).sort()).toEqual(codes);
  });

  it('lets no caller wait while it is disconnected', async () => {
    const other = await listenForChanges(test.url, {
      onChange: () => undefined,
      onConnected: () => undefined,
    });
    await other.close();
    await other.caughtUp();
  });
});
