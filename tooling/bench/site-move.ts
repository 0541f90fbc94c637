import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { haveFtpServers, startPureFtpd, type SourceServer } from '../../server/testing/source-servers';
import { withOwnProduct } from './bench-product';
import { measureProgram, timeRows } from './measure-program';
import { measureTask } from './own-task';
import { inPairs } from './pairs';
import { scratchFolder } from './started';
import type { Row } from './table';
import { signInNewOwner, type Visitor } from './visitor';

const FILES = 3000;
const FOLDER_FILES = 50;
const LARGE_FILES = 4;
const LARGE_BYTES = 47 * 1024 * 1024;
const GOAL = 1.2;

/** 3,000 files of 2 to 6 KB and four large ones, 200 MB together. */
function laySite(site: string): void {
  for (let number = 0; number < FILES; number += 1) {
    const folder = join(site, `folder-${Math.floor(number / FOLDER_FILES)}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${number}.php`), randomBytes(2048 + (number % 4000)));
  }
  for (let number = 0; number < LARGE_FILES; number += 1)
    writeFileSync(join(site, `large-${number}`), randomBytes(LARGE_BYTES));
}

function checkCopy(path: string): void {
  const { length } = readdirSync(path, { recursive: true });
  const wanted = FILES + FILES / FOLDER_FILES + LARGE_FILES;
  if (length !== wanted) throw new Error(`${length} of ${wanted} entries have arrived in ${path}`);
}

async function measureMoves(visitor: Visitor, server: SourceServer, rounds: number): Promise<readonly Row[]> {
  const root = join(visitor.data, 'hosts', visitor.hostCode, 'wwwroot');
  const scratch = await scratchFolder();
  const { port, user, password, folder } = server;
  const own = { protocol: 'ftp', server: '127.0.0.1', port, user, password, folder };
  const source = { ...own, encoding: 'auto', fingerprint: null };
  // Use a new folder each time: ext4 is slow to create files right after it removed as many.
  let round = 0;
  try {
    const pairs = await inPairs(rounds, {
      peer: async () => {
        const to = join(scratch.path, `out-${(round += 1)}`);
        const script = `set ftp:ssl-allow no; mirror -P 8 / ${to}; quit`;
        const login = ['-u', `${user},${password}`, '-e', script, `ftp://127.0.0.1:${port}`];
        const spent = await measureProgram({ file: 'lftp', args: login });
        checkCopy(to);
        return spent;
      },
      own: async () => {
        const name = `move-${(round += 1)}`;
        const body = { source, target: `/wwwroot/${name}`, removeGone: false };
        const spent = await measureTask(visitor, '/api/siteMove/start', body);
        checkCopy(join(root, name));
        rmSync(join(root, name), { recursive: true });
        return spent;
      },
    });
    return timeRows('site move of 3,000 files and 200 MB', pairs, { name: 'lftp -P 8', wall: GOAL });
  } finally {
    await scratch.remove();
  }
}

/** A move from Pure-FTPd beside `lftp mirror`; CPU is that of the client alone on both sides. */
export async function moveRows(rounds: number): Promise<readonly Row[]> {
  if (!haveFtpServers()) throw new Error('Needs root and a Debian archive, for Pure-FTPd');
  const scratch = await scratchFolder();
  const site = join(scratch.path, 'site');
  laySite(site);
  const server = await startPureFtpd({ site, scratch: scratch.path, pair: '' }, 'none');
  try {
    return await withOwnProduct(
      async (product) => measureMoves(await signInNewOwner(product), server, rounds),
      { env: { EGRESS_ALLOW: '127.0.0.0/8' } },
    );
  } finally {
    await server.stop();
    await scratch.remove();
  }
}
