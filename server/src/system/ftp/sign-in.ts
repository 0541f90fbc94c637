import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { z } from 'zod';

/** A sign-in attempt as the FTP server reports it. Every field is untrusted input. */
export interface FtpAttempt {
  readonly account: string;
  readonly password: string;
  /** Address of the client. */
  readonly address: string;
  readonly encrypted: boolean;
}

export type FtpReply =
  | { readonly is: 'out' }
  | {
      readonly is: 'in';
      readonly uid: number;
      /** Absolute path of the tree that the session is confined to. */
      readonly root: string;
      /** Bytes that the tree may take; null is unlimited. */
      readonly quotaBytes: number | null;
    };

const Attempt = z.object({
  account: z.string(),
  password: z.string(),
  address: z.string(),
  encrypted: z.boolean(),
});

/**
 * Longest request, bytes: one line of JSON. An FTP command has 2,048 bytes at most, and JSON writes some
 * bytes as six.
 */
const QUESTION_MAX = 32_768;
/** The FTP server sends the complete request at once, within this time, ms. */
const QUESTION_MS = 5000;

/** Undefined for a line that the FTP server would not write. */
function readAttempt(line: string): FtpAttempt | undefined {
  try {
    return Attempt.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const writeReply = (reply: FtpReply): string => `${JSON.stringify(reply)}\n`;

interface FtpSignIn {
  readonly socket: string;
  /** @param gone aborted when the client no longer waits */
  readonly check: (attempt: FtpAttempt, gone: AbortSignal) => Promise<FtpReply>;
  readonly onBug: (error: unknown) => void;
}

function answerOne({ check, onBug }: FtpSignIn, socket: Socket): void {
  let question = '';
  socket.setEncoding('utf8');
  socket.setTimeout(QUESTION_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (part: string) => {
    question += part;
    if (question.length > QUESTION_MAX) return void socket.destroy();
    if (!question.endsWith('\n')) return;
    const attempt = readAttempt(question);
    if (!attempt) return void socket.destroy();
    // Hashing takes time, and longer if many clients sign in at once.
    socket.setTimeout(0);
    socket.removeAllListeners('data');
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    check(attempt, gone.signal)
      .then((reply) => socket.end(writeReply(reply)))
      .catch((error: unknown) => {
        onBug(error);
        // Closing without a reply makes the FTP server reply 421; "out" would mean a wrong password.
        socket.destroy();
      });
  });
}

/** Answers the FTP server on a unix socket; the folder that holds it decides who can ask. */
export async function serveFtpSignIns(parts: FtpSignIn): Promise<{ close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answerOne(parts, socket);
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
