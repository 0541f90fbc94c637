import { MOVE_PORTS, MoveSource, SitePath, type MoveProtocol } from '@sitedeck/contract';
import { useState } from 'react';

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

/** What the form asks for, or the fields that are missing or wrong. */
export function requestOf({ target, port, ...rest }: SourceForm): MoveRequest | readonly SourceField[] {
  const typed = { ...rest, server: rest.server.trim(), user: rest.user.trim(), folder: rest.folder.trim() };
  const source = MoveSource.safeParse({ ...typed, port: /^\d+$/.test(port) ? Number(port) : port });
  const path = SitePath.safeParse(target.trim());
  if (source.success && path.success) return { source: source.data, target: path.data };
  const wrong = source.error?.issues.map(({ path: [name] }) => name as SourceField) ?? [];
  return path.success ? wrong : [...wrong, 'target'];
}

export const isRequest = (given: MoveRequest | readonly SourceField[]): given is MoveRequest =>
  'source' in given;

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
