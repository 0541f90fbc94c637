import type { MoveSource } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { encodeName, encodingsOf } from '../raw-names';
import { ConnectionLost, SHOWN_MAX, shownReply, type RawName, type SourceLimits } from '../source';
import { checkCertificate, tlsOptions } from './certificate';
import { ControlConnection, isFullText, openSocket } from './control-connection';
import type { DataTls } from './data-connection';
import { readFeatures, type Features } from './features';
import { textOf, type Reply } from './reply-reader';

/** Where a source is reached: its name was resolved and all addresses checked. */
export interface SourceAddress {
  readonly source: MoveSource;
  readonly address: string;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
}

export interface SignedIn {
  readonly control: ControlConnection;
  readonly tls: DataTls | undefined;
  readonly greeting: Reply;
  readonly features: Features;
  /** The site's folder as the server names it. */
  readonly root: RawName;
}

const fault = (reason: 'move-login-refused' | 'move-unreachable', server: string, reply: Reply): Refusal => {
  const text = shownReply(textOf(reply));
  return new Refusal(reason, {
    values: { server, ...(reason === 'move-unreachable' ? { why: text } : { reply: text }) },
  });
};

/** Keeps the newest session of TLS, which the data connections continue. */
async function secureControl(control: ControlConnection, { source }: SourceAddress): Promise<DataTls> {
  const tlsServer = { server: source.server, confirmed: source.fingerprint };
  let session: Buffer | undefined;
  const socket = await control.secure(tlsOptions(tlsServer));
  socket.on('session', (given: Buffer) => (session = given));
  const fingerprint = checkCertificate(socket, tlsServer);
  return {
    ...tlsServer,
    fingerprint,
    session: () => session ?? socket.getSession(),
    renewed: (given) => (session = given),
  };
}

async function startTls(control: ControlConnection, at: SourceAddress): Promise<DataTls> {
  const reply = await control.command('AUTH TLS');
  if (reply.code !== 234) throw fault('move-unreachable', at.source.server, reply);
  return secureControl(control, at);
}

async function login(
  control: ControlConnection,
  { user, password, server, encoding }: MoveSource,
): Promise<void> {
  const written = (text: string) => encodeName(text, encoding === 'gb18030' ? encoding : 'utf-8') ?? text;
  const asked = await control.command(`USER ${written(user)}`);
  const reply = asked.code === 331 ? await control.command(`PASS ${written(password)}`) : asked;
  if (reply.code >= 200 && reply.code < 300) return;
  const text = textOf(reply);
  if (isFullText(text)) throw new ConnectionLost(shownReply(text), true);
  // 4xx: the server can't decide now.
  if (reply.code >= 400 && reply.code < 500 && reply.code !== 430) throw new ConnectionLost(shownReply(text));
  throw fault('move-login-refused', server, reply);
}

/** Data has to be encrypted too. */
async function protectData(control: ControlConnection, server: string): Promise<void> {
  await control.command('PBSZ 0');
  const reply = await control.command('PROT P');
  if (reply.code >= 300) throw fault('move-unreachable', server, reply);
}

/** Path in the reply to PWD: quoted, with doubled quotes (RFC 959, appendix II). */
function pathIn({ code, lines }: Reply): RawName | undefined {
  const quoted = /"((?:[^"]|"")*)"/.exec(lines.at(-1) ?? '')?.[1];
  const path = quoted?.replaceAll('""', '"');
  return code === 257 && path?.startsWith('/') === true ? path : undefined;
}

/** Enters the site's folder, whose name the server may write in either encoding. */
async function enterRoot(control: ControlConnection, { folder, server }: MoveSource): Promise<RawName> {
  for (const raw of encodingsOf(folder)) {
    const { code } = await control.command(`CWD ${raw}`);
    if (code >= 300) continue;
    const reply = await control.command('PWD');
    const path = pathIn(reply) ?? raw;
    if (!path.startsWith('/')) throw control.unexpected(reply);
    return path;
  }
  throw new Refusal('move-no-folder', { values: { server, folder: folder.slice(0, SHOWN_MAX) } });
}

/** Connects, checks the certificate, signs in and enters the site's folder. */
export async function signIn(at: SourceAddress): Promise<SignedIn> {
  const { source, limits } = at;
  const { server, protocol } = source;
  const socket = await openSocket(at.address, source.port, {
    connectMs: limits.connectMs,
    signal: at.signal,
  });
  const control = new ControlConnection(socket, server, limits);
  const abort = () => control.fail(at.signal.reason);
  at.signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => at.signal.removeEventListener('abort', abort));
  try {
    const implicit = protocol === 'ftps-implicit' ? await secureControl(control, at) : undefined;
    const greeting = await control.reply(limits.connectMs);
    if (greeting.code >= 400)
      throw new ConnectionLost(shownReply(textOf(greeting)), isFullText(textOf(greeting)));
    const tls = protocol === 'ftps' ? await startTls(control, at) : implicit;
    await login(control, source);
    if (tls) await protectData(control, server);
    const features = readFeatures(await control.command('FEAT'));
    if (features.utf8 && source.encoding !== 'gb18030') await control.command('OPTS UTF8 ON');
    await control.expect('TYPE I');
    return { control, tls, greeting, features, root: await enterRoot(control, source) };
  } catch (error) {
    control.fail(error);
    throw error;
  }
}
