import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { withOnlyInstalled } from '#testing/with-path';
import { unpack } from './unpack';

const ZST = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]);

it.each([
  { packed: ZST, with: 'zstd', name: 'zstd' },
  { packed: ZIP, with: 'bsdtar', name: 'libarchive-tools' },
])('names the package to install if $with is missing', async ({ packed, name }) => {
  const open = () => Promise.resolve(Readable.from([packed], { objectMode: false }));
  const read = withOnlyInstalled([], async () => text((await unpack({ open, identity: undefined })).source));
  await expect(read).rejects.toMatchObject({
    reason: 'tool-missing',
    detail: { values: { package: name } },
  });
});
