import {
  MOVE_PORTS,
  readSitePath,
  type MoveProtocol,
  type MoveSource,
  type SitePath,
  type Task,
} from '@sitedeck/contract';
import { useState } from 'react';
import { fieldsOf } from './move-task';

/** What the owner has typed. */
export interface SourceForm {
  readonly protocol: MoveProtocol;
  readonly server: string;
  readonly port: string;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
  readonly encoding: MoveSource['encoding'];
  readonly target: string;
  readonly fingerprint: string | null;
}
export type SourceField = keyof SourceForm;

const EMPTY: SourceForm = {
  protocol: 'ftp',
  server: '',
  port: String(MOVE_PORTS.ftp),
  user: '',
  password: '',
  folder: '/',
  encoding: 'auto',
  target: '/wwwroot',
  fingerprint: null,
};

/** Fields of another server: what was confirmed does not hold for it. */
const OF_SERVER: readonly SourceField[] = ['protocol', 'server', 'port'];

export interface MoveRequest {
  readonly source: MoveSource;
  readonly target: SitePath;
}

/** A domain name or an IP address: no scheme, user, port or folder. */
const SERVER = /^(?:[^\s/:@[\]]+|\[?[\da-f]*:[\da-f:.]+\]?)$/i;
const PORT = /^\d{1,5}$/;
const PORT_MAX = 65_535;
/** A line break would be a second command of the protocol. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;

const isPort = (text: string): boolean => PORT.test(text) && Number(text) >= 1 && Number(text) <= PORT_MAX;

/** What the form asks for, or the fields that are missing or wrong. The server checks lengths too. */
export function requestOf({ target, port, ...rest }: SourceForm): MoveRequest | readonly SourceField[] {
  const typed = { ...rest, server: rest.server.trim(), user: rest.user.trim(), folder: rest.folder.trim() };
  const path = readSitePath(target.trim());
  const isRight: Partial<Record<SourceField, boolean>> = {
    server: SERVER.test(typed.server),
    port: isPort(port.trim()),
    user: ONE_LINE.test(typed.user),
    password: ONE_LINE.test(typed.password),
    folder: ONE_LINE.test(typed.folder),
    target: path !== undefined,
  };
  const wrong = (Object.keys(isRight) as SourceField[]).filter((name) => isRight[name] === false);
  if (path === undefined || wrong.length > 0) return wrong;
  return { source: { ...typed, port: Number(port) }, target: path };
}

export const isRequest = (given: MoveRequest | readonly SourceField[]): given is MoveRequest =>
  'source' in given;

/** The form with the values of an earlier move. Its password is not kept. */
export function formOf({ taskParam }: Pick<Task, 'taskParam'>): Partial<SourceForm> {
  const { source, targetPath } = fieldsOf(taskParam) as {
    source?: Omit<MoveSource, 'password'>;
    targetPath?: string;
  };
  if (source === undefined) return {};
  const { port, ...rest } = source;
  return {
    ...rest,
    port: String(port),
    password: '',
    ...(targetPath !== undefined && { target: targetPath }),
  };
}

/** The form of a new move. */
export function useSourceForm() {
  const [form, setForm] = useState(EMPTY);
  const [wrong, setWrong] = useState<readonly SourceField[]>([]);
  const change = (given: Partial<SourceForm>) => {
    const names = Object.keys(given) as SourceField[];
    const isOther = names.some((name) => OF_SERVER.includes(name));
    setForm((before) => ({
      ...before,
      ...(given.protocol !== undefined && { port: String(MOVE_PORTS[given.protocol]) }),
      ...(isOther && { fingerprint: null }),
      ...given,
    }));
    setWrong((before) => before.filter((name) => !names.includes(name)));
  };
  return { form, wrong, change, setWrong };
}
