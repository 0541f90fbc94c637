import { makeTestDb, type TestDb } from '#testing/state';
import { announce, listenForChanges, type Change, type LiveFeed } from './live';

describe('announcements between processes', () => {
  let testDb: TestDb;
  let feed: LiveFeed;
  const heard: Change[] = [];
  beforeAll(async () => {
    testDb = await makeTestDb();
    feed = await listenForChanges(testDb.url, {
      onChange: (change) => void heard.push(change),
      onConnected: () => undefined,
    });
  });
  afterAll(async () => {
    await feed.close();
    await testDb.close();
  });

  it('applies every change before it has caught up, whichever process wrote it and however many there were', async () => {
    const codes = Array.from({ length: 50 }, (_none, index) => `vh${20001 + index}`);
    await Promise.all(codes.map((hostCode) => announce(testDb.db, { is: 'host', hostCode })));
    await feed.caughtUp();
    expect(heard.map((change) => (change.is === 'host' ? change.hostCode : '')).sort()).toEqual(codes);
  });

  it('delays no caller while it is disconnected', async () => {
    const other = await listenForChanges(testDb.url, {
      onChange: () => undefined,
      onConnected: () => undefined,
    });
    await other.close();
    await other.caughtUp();
  });
});
