import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A file or folder of the stub; names are bytes, one Latin-1 character each. */
export type StubEntry = Buffer | StubFolder;
export interface StubFolder {
  readonly [name: string]: StubEntry;
}

/** What the stub does otherwise than a good server. */
export interface StubFaults {
  /** Ends the transfer of a file, and its session, after these bytes; called for each RETR. */
  readonly cutAt?: (path: string, from: number) => number | undefined;
  /** Sends no more of a file after these bytes, but keeps the connection; called for each RETR. */
  readonly stallAt?: (path: string, from: number) => number | undefined;
  /** Lines of a listing; undefined: those of the folder. */
  readonly listing?: (path: string) => Iterable<string> | undefined;
  /** Reply to a command in place of the usual one; null: none. */
  readonly reply?: (command: string, argument: string) => string | null | undefined;
  /** Sessions at once. */
  readonly sessionsMax?: number;
  readonly features?: readonly string[];
}

export interface FtpStub {
  readonly port: number;
  /** Change it between two moves. */
  faults: StubFaults;
  tree: StubFolder;
  /** Bytes sent of each file. */
  readonly sent: Map<string, number>;
  readonly commands: string[];
  close(): Promise<void>;
}

const FEATURES = ['MLST type*;size*;modify*;', 'MLSD', 'MDTM', 'SIZE', 'REST STREAM', 'UTF8'];
const TIME = '20260102030405';
/** Sent at once of a listing. */
const BATCH_BYTES = 16 * 1024;

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

const isFolder = (entry: StubEntry | undefined): entry is StubFolder =>
  entry !== undefined && !Buffer.isBuffer(entry);

function entryAt(tree: StubFolder, path: string): StubEntry | undefined {
  let entry: StubEntry | undefined = tree;
  for (const part of path.split('/').filter((one) => one !== ''))
    entry = isFolder(entry) ? entry[part] : undefined;
  return entry;
}

function* factsOf(folder: StubFolder): Generator<string> {
  yield `type=cdir;modify=${TIME}; .`;
  for (const [name, entry] of Object.entries(folder))
    yield Buffer.isBuffer(entry)
      ? `type=file;size=${entry.length};modify=${TIME}; ${name}`
      : `type=dir;modify=${TIME}; ${name}`;
}

/** One control connection of the stub. */
class StubSession {
  private cwd = '/';
  private rest = 0;
  private data: Promise<Socket> | undefined;
  private passive: Server | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly stub: FtpStub,
    private readonly control: Socket,
  ) {
    let open = '';
    control.on('error', () => control.destroy());
    control.on('close', () => this.passive?.close());
    control.on('data', (bytes: Buffer) => {
      const lines = (open + bytes.toString('latin1')).split('\r\n');
      open = lines.pop() ?? '';
      for (const line of lines)
        this.turn = this.turn.then(() => this.take(line)).catch(() => control.destroy());
    });
    this.say('220 stub');
  }

  private say(reply: string): void {
    if (!this.control.destroyed) this.control.write(`${reply}\r\n`, 'latin1');
  }

  private async take(line: string): Promise<void> {
    const [command = '', argument = ''] = line.split(/ (.*)/s);
    this.stub.commands.push(line);
    const other = this.stub.faults.reply?.(command, argument);
    if (other === null) return;
    if (other !== undefined) return this.say(other);
    await this.answer(command, argument);
  }

  private pathOf(argument: string): string {
    return argument.startsWith('/') ? argument : `${this.cwd}/${argument}`;
  }

  private async answer(command: string, argument: string): Promise<void> {
    const path = this.pathOf(argument);
    if (command === 'PASV') return this.openPassive();
    if (command === 'MLSD' || command === 'LIST') return this.list(command === 'MLSD' ? path : this.cwd);
    if (command === 'RETR') return this.send(path, entryAt(this.stub.tree, path));
    if (command === 'REST') this.rest = Number(argument);
    if (command === 'CWD' && isFolder(entryAt(this.stub.tree, path))) this.cwd = path;
    this.say(this.replyTo(command, argument));
  }

  private replyTo(command: string, argument: string): string {
    const features = this.stub.faults.features ?? FEATURES;
    const entry = entryAt(this.stub.tree, this.pathOf(argument));
    const replies: Readonly<Record<string, string>> = {
      USER: '331 password',
      PASS: argument === 'right' ? '230 in' : '530 Login incorrect.',
      FEAT: ['211-', ...features.map((one) => ` ${one}`), '211 end'].join('\r\n'),
      CWD: isFolder(entry) ? '250 ok' : '550 no such folder',
      PWD: `257 "${this.cwd}"`,
      MDTM: Buffer.isBuffer(entry) ? `213 ${TIME}` : '550 no',
      SIZE: Buffer.isBuffer(entry) ? `213 ${entry.length}` : '550 no',
      REST: '350 ok',
    };
    return replies[command] ?? '200 ok';
  }

  private async openPassive(): Promise<void> {
    this.passive?.close();
    const server = createServer();
    this.passive = server;
    this.data = new Promise((resolve) => server.once('connection', resolve));
    const port = await listen(server);
    // Another address than the control connection's: a client must not use it.
    this.say(`227 ok (192,0,2,1,${port >> 8},${port & 255})`);
  }

  private async list(path: string): Promise<void> {
    const entry = entryAt(this.stub.tree, path);
    const lines = this.stub.faults.listing?.(path) ?? (isFolder(entry) ? factsOf(entry) : undefined);
    if (lines === undefined) return this.say('550 no such folder');
    const data = await this.data;
    this.say('150 here');
    data?.on('error', () => undefined);
    let text = '';
    for (const line of lines) {
      text += `${line}\r\n`;
      if (text.length < BATCH_BYTES) continue;
      if (data?.destroyed !== false) return;
      await new Promise((resolve) => data.write(text, 'latin1', resolve));
      text = '';
    }
    data?.write(text, 'latin1');
    data?.end();
    this.say('226 done');
  }

  private async send(path: string, entry: StubEntry | undefined): Promise<void> {
    if (!Buffer.isBuffer(entry)) return this.say('550 no such file');
    const from = this.rest;
    this.rest = 0;
    const { cutAt, stallAt } = this.stub.faults;
    const [cut, stall] = [cutAt?.(path, from), stallAt?.(path, from)];
    const data = await this.data;
    data?.on('error', () => undefined);
    this.say('150 here');
    const bytes = entry.subarray(from, cut ?? stall);
    this.stub.sent.set(path, (this.stub.sent.get(path) ?? 0) + bytes.length);
    if (stall !== undefined) return void data?.write(bytes);
    await new Promise<void>((resolve) => data?.end(bytes, resolve));
    if (cut === undefined) return this.say('226 done');
    this.control.destroy();
  }
}

/** An FTP server whose behaviour a test decides. */
export async function makeFtpStub(tree: StubFolder): Promise<FtpStub> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size > (stub.faults.sessionsMax ?? Infinity))
      socket.end('421 Too many connections from you.\r\n');
    else new StubSession(stub, socket);
  });
  const port = await listen(server);
  const stub: FtpStub = {
    port,
    faults: {},
    tree,
    sent: new Map(),
    commands: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stub;
}
