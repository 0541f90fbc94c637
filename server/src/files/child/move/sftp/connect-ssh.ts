import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import { Refusal } from '#faults/refusal';
import { openSocket } from '../ftp/control-connection';
import type { SourceAddress } from '../ftp/sign-in';
import { ConnectionLost, shownReply } from '../source';

export interface SshConnection {
  readonly client: Client;
  readonly stream: Duplex;
  readonly software: string;
  /** SHA-256 of the host key, hexadecimal. */
  readonly fingerprint: string;
}

const hexOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex');

/** A fault of ours, or a lost connection. */
function failureOf(error: unknown, { source }: SourceAddress): Error {
  const { level, message } = error as { readonly level?: unknown; readonly message?: unknown };
  const text = shownReply(String(message));
  if (level === 'client-authentication')
    return new Refusal('move-login-refused', { values: { server: source.server, reply: text } });
  return error instanceof Refusal ? error : new ConnectionLost(text);
}

/** The owner confirms a host key before the password is sent; another key is never accepted. */
function keyFault(fingerprint: string, { source }: SourceAddress): Refusal | undefined {
  if (fingerprint === source.fingerprint) return undefined;
  const reason = source.fingerprint === null ? 'move-host-key-new' : 'move-host-key-changed';
  return new Refusal(reason, { values: { server: source.server, fingerprint } });
}

function signedIn(
  client: Client,
  at: SourceAddress,
  options: Parameters<Client['connect']>[0],
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('error', (error: unknown) => reject(failureOf(error, at)));
    client.once('close', () => reject(new ConnectionLost('ECONNRESET')));
    client.once('ready', resolve);
    client.on('keyboard-interactive', (...[, , , prompts, answer]: KeyboardEvent) =>
      // Only the password is known: whatever else is asked for gets no reply.
      answer(prompts.map(({ echo }) => (echo === true ? '' : at.source.password))),
    );
    client.connect(options);
  });
}

type KeyboardEvent = [
  name: string,
  instructions: string,
  language: string,
  prompts: readonly { readonly prompt: string; readonly echo?: boolean }[],
  answer: (answers: readonly string[]) => void,
];

/**
 * Signs in at an SSH server and starts SFTP. Not by the program ssh, as for copies of backups: it refuses to run under a
 * uid without an entry in /etc/passwd, and hosts have none.
 */
export async function connectSsh(at: SourceAddress): Promise<SshConnection> {
  const { source, limits, signal } = at;
  const { Client } = await import('ssh2');
  const socket = await openSocket(at.address, source.port, { connectMs: limits.connectMs, signal });
  const client = new Client();
  const abort = () => client.destroy();
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  let [software, fingerprint] = ['', ''];
  let wrongKey: Refusal | undefined;
  socket.once(
    'data',
    (bytes: Buffer) => (software = shownReply(bytes.toString('latin1').split('\n')[0] ?? '')),
  );
  try {
    await signedIn(client, at, {
      sock: socket,
      username: source.user,
      password: source.password,
      tryKeyboard: true,
      authHandler: ['password', 'keyboard-interactive'],
      readyTimeout: limits.connectMs,
      hostVerifier: (key) => {
        fingerprint = hexOf(key);
        wrongKey = keyFault(fingerprint, at);
        return wrongKey === undefined;
      },
    });
    const stream = await new Promise<Duplex>((resolve, reject) => {
      client.subsys('sftp', (error, opened) => (error ? reject(failureOf(error, at)) : resolve(opened)));
    });
    return { client, stream, software, fingerprint };
  } catch (error) {
    client.destroy();
    socket.destroy();
    if (signal.aborted) throw signal.reason;
    throw wrongKey ?? error;
  }
}
