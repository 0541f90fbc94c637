import '@testing-library/jest-dom';
import { beginUpload, checkImport, uploadSlice } from '@sitedeck/contract';
import { kernel, startLocalTask } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHash } from 'node:crypto';
import { App } from '../../app';
import { openDatabaseServer, receivedReply, sliceReply } from '../../testing/database-server';
import { button, press } from '../../testing/page-actions';

let server: Awaited<ReturnType<typeof openDatabaseServer>>;
beforeAll(async () => {
  withChannels();
  server = await openDatabaseServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin);
});

const MB = 1024 ** 2;
const sent = () => server.sent();
const [PART, DONE] = [sliceReply({ done: false }), sliceReply({ done: true })];
const dump = (name = 'shop.sql.gz', bytes = 5 * MB) => new File([new Uint8Array(bytes)], name);

async function pick(file: File): Promise<void> {
  await userEvent.upload(await screen.findByTestId('pick-dump'), file, { applyAccept: false });
}

async function opened(): Promise<void> {
  renderRemote(App, { at: '/database/manage' });
  await press('导入');
}

const HASH = createHash('sha256')
  .update(new Uint8Array(5 * MB))
  .digest('hex');
const SLICE = { name: 'imports/shop.sql.gz', ifExists: 'both' };
/** Slices and the hash that comes with each: only the last one has the file's hash. */
const SLICES = [
  { ...SLICE, range: `bytes 0-${4 * MB - 1}/${5 * MB}`, hash: 'sha-256' },
  { ...SLICE, range: `bytes ${4 * MB}-${5 * MB - 1}/${5 * MB}`, hash: `sha-256=${HASH}` },
];
const ENDED = ['/fs/upload/end', { id: 'u1', cancelled: true, failed: [], dropped: true }];

it('uploads a local file without replacing one of the same name, then checks it', async () => {
  const placed = '/data/imports/shop (1).sql.gz';
  server.inTurn(uploadSlice, PART, sliceReply({ done: true, to: placed }));
  await opened();
  await pick(dump());
  expect(await screen.findByText('41 条语句')).toBeInTheDocument();
  expect(screen.getByLabelText('主机上的文件')).toHaveValue(placed);
  expect(server.requestsOf(checkImport).map(({ body }) => body)).toMatchObject([{ path: placed }]);
  expect(sent()).toEqual([
    ['/fs/upload/begin', { path: '/data', files: 1, bytes: 5 * MB }],
    ...SLICES.map((slice) => ['/fs/upload', slice]),
  ]);
  await press('导入');
  await waitFor(() =>
    expect(sent().at(-1)).toEqual(['/api/database/import', { path: placed, charset: 'auto', mode: 'merge' }]),
  );
});

it('refuses a file that is no dump before sending anything', async () => {
  await opened();
  await pick(dump('photo.jpg'));
  expect(
    await screen.findByText('「photo.jpg」不是 .sql、.sql.gz、.sql.zst 或 .zip 文件'),
  ).toBeInTheDocument();
  await pick(dump('none.sql', 0));
  expect(await screen.findByText('「none.sql」是空文件')).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('refuses to upload while another upload of this page is open, in the words of the specification', async () => {
  const other = startLocalTask({ kind: 'upload', label: 'photos' });
  await opened();
  await pick(dump());
  expect(await screen.findByText('当前有任务尚未运行完成，请等待完成后重试。')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  if (other.is === 'started') act(() => other.handle.finish());
  server.inTurn(uploadSlice, PART, DONE);
  await pick(dump());
  await waitFor(() => expect(sent()[0]?.[0]).toBe('/fs/upload/begin'));
  const states = () =>
    kernel()
      .store.getState()
      .localTasks.map(({ label, status }) => [label, status]);
  expect(states()).toContainEqual(['shop.sql.gz', 'RUNNING']);
  await waitFor(() => expect(states()).toContainEqual(['shop.sql.gz', 'RUNNING_SUCCESS']));
});

it('says why an upload was refused, and resumes it on retry', async () => {
  server.refuse(uploadSlice, { reason: 'over-quota' });
  await opened();
  await pick(dump());
  expect(await screen.findByText('「shop.sql.gz」上传失败')).toBeInTheDocument();
  server.accept();
  server.give(receivedReply(4 * MB), reply(uploadSlice, DONE));
  await press('重试');
  await waitFor(() => expect(sent().at(-1)).toEqual(['/fs/upload', SLICES[1]]));
  expect(await screen.findByLabelText('主机上的文件')).toHaveValue('/data/imports/shop.sql.gz');
});

it.each([
  ['the user cancels it', async () => userEvent.click(await screen.findByLabelText(/^取消.*shop\.sql\.gz/))],
  ['the dialog closes', () => Promise.resolve(act(cleanup))],
])('removes the upload from the host when %s', async (_, leave) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  server.give(reply(uploadSlice, () => held.then(() => PART)));
  await opened();
  await pick(dump());
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(await button('导入')).toHaveAttribute('aria-disabled', 'true');
  await leave();
  await waitFor(() => expect(sent().at(-1)).toEqual(ENDED));
  release();
});

it.each([
  ['the user cancels it', async () => userEvent.click(await screen.findByLabelText(/^取消.*shop\.sql\.gz/))],
  ['the dialog closes', () => Promise.resolve(act(cleanup))],
])('ends an upload as soon as it has begun, if %s before that', async (_, leave) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  server.give(reply(beginUpload, () => held.then(() => ({ id: 'u1', taskId: 12 }))));
  await opened();
  await pick(dump());
  await waitFor(() => expect(sent()).toHaveLength(1));
  await leave();
  release();
  await waitFor(() => expect(sent().slice(1)).toEqual([ENDED]));
});

it('sends the file once more when its hash does not match', async () => {
  const spoilt = sliceReply({ done: false, failed: '校验未通过', reason: 'hash-mismatch' });
  server.inTurn(uploadSlice, PART, spoilt, PART, DONE);
  await opened();
  await pick(dump());
  expect(await screen.findByLabelText('主机上的文件')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('主机上的文件')).toHaveValue('/data/imports/shop.sql.gz'));
  expect(sent().slice(1)).toEqual([...SLICES, ...SLICES].map((slice) => ['/fs/upload', slice]));
});

it('asks the user to choose a file again if it was moved or deleted meanwhile', async () => {
  server.refuse(uploadSlice, { reason: 'engine-down' });
  await opened();
  const file = dump();
  const failToRead = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  jest.spyOn(file, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer: failToRead }));
  await pick(file);
  expect(await screen.findByText('「shop.sql.gz」已被移动、修改或删除，请重新选择')).toBeInTheDocument();
  await waitFor(() => expect(sent().at(-1)).toEqual(ENDED));
});
