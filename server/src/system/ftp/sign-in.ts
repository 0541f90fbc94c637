import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';

/** What pure-ftpd says of somebody who wants to sign in (`extauth`). All of it was typed by a stranger. */
export interface FtpAttempt {
  readonly account: string;
  readonly password: string;
  /** Where they come from. */
  readonly address: string;
  readonly encrypted: boolean;
}

export type FtpAnswer =
  | { readonly is: 'out' }
  | {
      readonly is: 'in';
      readonly uid: number;
      /** Absolute path; nothing above it exists for them. */
      readonly root: string;
      /** Bytes that the tree may take; null is unlimited. */
      readonly quotaBytes: number | null;
    };

const FORM =
  /^account:(?<account>.*)\npassword:(?<password>.*)\nlocalhost:.*\nlocalport:.*\npeer:(?<peer>.*)\n(?:sni_name:.*\n)?encrypted:(?<encrypted>[01])\nend\n$/;
/** pure-ftpd sends no more, bytes. */
const ASKED_MAX = 4096;
/** It sends all of it at once, ms. */
const ASKED_MS = 5000;

/** Undefined where it is not what pure-ftpd writes. */
function readAttempt(text: string): FtpAttempt | undefined {
  const { account, password, peer, encrypted } = FORM.exec(text)?.groups ?? {};
  if (account === undefined || password === undefined || peer === undefined) return undefined;
  return { account, password, address: peer, encrypted: encrypted === '1' };
}

/** `auth_ok:-1` ends it; 0 would have pure-ftpd look for the account elsewhere. */
function writeAnswer(answer: FtpAnswer): string {
  if (answer.is === 'out') return 'auth_ok:-1\nend\n';
  const { uid, root, quotaBytes } = answer;
  if (/[\n\0]|\/\.\//.test(root)) throw new Error('A root that pure-ftpd would read as another');
  const quota = quotaBytes === null ? '' : `user_quota_size:${quotaBytes}\n`;
  return `auth_ok:1\nuid:${uid}\ngid:${uid}\ndir:${root}\n${quota}end\n`;
}

interface FtpSignIn {
  readonly socket: string;
  /** @param gone aborted when the client no longer waits */
  readonly check: (attempt: FtpAttempt, gone: AbortSignal) => Promise<FtpAnswer>;
  readonly onBug: (error: unknown) => void;
}

function ask({ check, onBug }: FtpSignIn, socket: Socket): void {
  let asked = '';
  socket.setEncoding('utf8');
  socket.setTimeout(ASKED_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (part: string) => {
    asked += part;
    if (asked.length > ASKED_MAX) return void socket.destroy();
    if (!asked.endsWith('\nend\n')) return;
    const attempt = readAttempt(asked);
    if (!attempt) return void socket.destroy();
    // Hashing takes its time, and longer where many ask at once.
    socket.setTimeout(0);
    socket.removeAllListeners('data');
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    check(attempt, gone.signal)
      .then(writeAnswer)
      .catch((error: unknown) => {
        onBug(error);
        return writeAnswer({ is: 'out' });
      })
      .then((answer) => socket.end(answer))
      .catch(onBug);
  });
}

/** Answers pure-ftpd on a unix socket; the folder it lies in decides who can ask. */
export async function answerFtp(parts: FtpSignIn): Promise<{ close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    ask(parts, socket);
  });
  await rm(parts.socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.socket, resolve);
  });
  await chmod(parts.socket, 0o660);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
