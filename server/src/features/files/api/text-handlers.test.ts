import { EventEmitter } from 'node:events';
import { HostCode, SitePath } from '@sitedeck/contract';
import type { OwnerContext } from '#api/calls/handlers';
import type { FileService } from '#files/link/protocol';
import { JsonText } from '#system/streams/json-text';
import { makeRunVerb } from './verb-calls';
import { makeTextTransfers } from './text-handlers';

const path = SitePath.parse('/wwwroot/a.txt');

/** A stub of the link that answers when the test says so. */
function linkOf() {
  const open: { hostCode: string; answer: () => void }[] = [];
  const call = (_method: string, { hostCode }: { hostCode: string }) =>
    new Promise((resolve) => open.push({ hostCode, answer: () => resolve({}) }));
  return { open, service: { call } as unknown as FileService };
}

const contextOf = (code: string) =>
  ({
    scope: { host: { code: HostCode.parse(code), uid: 20_001, disk_quota: null } },
    raw: { reply: { raw: new EventEmitter() } },
  }) as unknown as OwnerContext;

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('transfers one text per host and a few in all at once, while small calls pass', async () => {
  const { open, service } = linkOf();
  const texts = makeTextTransfers(service);
  const hosts = ['vh10001', 'vh10001', 'vh10002', 'vh10003', 'vh10004', 'vh10005'];
  const replies = hosts.map((code) => texts.read(contextOf(code), 'readText', { path }));
  await settled();
  expect(open.map(({ hostCode }) => hostCode)).toEqual(['vh10001', 'vh10002', 'vh10003', 'vh10004']);

  void makeRunVerb(service)(contextOf('vh10001'), 'listFolder', { path });
  await settled();
  expect(open).toHaveLength(5);

  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    next.answer();
    await settled();
  }
  await expect(Promise.all(replies)).resolves.toHaveLength(6);
});

it('gives the turn of a call that is never answered to the next call', async () => {
  const { open, service } = linkOf();
  const texts = makeTextTransfers(service, 1);
  await expect(texts.read(contextOf('vh10001'), 'readText', { path })).rejects.toMatchObject({
    reason: 'engine-down',
  });
  const change = texts.save(contextOf('vh10001'), { path }, new JsonText('""'));
  await expect(change).rejects.toMatchObject({ reason: 'outcome-unknown' });
  expect(open).toHaveLength(2);
});

it('refuses texts of a host whose queue is full, and skips those whose caller has disconnected', async () => {
  const { open, service } = linkOf();
  const texts = makeTextTransfers(service);
  const contexts = Array.from({ length: 9 }, () => contextOf('vh10001'));
  const replies = contexts.map((context) => texts.read(context, 'readText', { path }));
  await expect(texts.read(contextOf('vh10001'), 'readText', { path })).rejects.toMatchObject({
    reason: 'too-busy',
    detail: { retryAfter: 1 },
  });
  await settled();
  const left = contexts.slice(1, 8);
  const refused = Promise.allSettled(replies.slice(1, 8));
  for (const { raw } of left) raw.reply.raw.emit('close');
  expect((await refused).map(({ status }) => status)).toEqual(Array(7).fill('rejected'));
  open.shift()?.answer();
  await settled();
  expect(open).toHaveLength(1);
  open.shift()?.answer();
  await expect(Promise.all([replies[0], replies[8]])).resolves.toHaveLength(2);
});
