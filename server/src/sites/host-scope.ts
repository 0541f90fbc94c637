import type { AccountCode, Claim, HostCode, LoginSource, Role } from '@sitedeck/contract';
import type { HostRow, RemoteOverride } from '#state/tables';

/** A host as requests may know it: its row without the password, and its domains. */
export type HostFacts = Readonly<Omit<HostRow, 'password_hash'>> & { readonly domains: readonly string[] };

/** A signed-in user: by cookie, or in a portal by an embed token. */
export interface Session {
  /** Hash of the token: identifies the session in logs and links, but opens nothing. */
  readonly id: string;
  readonly credential:
    | {
        readonly is: 'cookie';
        /** When the user signed in, ms since the epoch; a switch of hosts does not change it. */
        readonly enteredAt: number;
      }
    | { readonly is: 'embed'; readonly remote: string; readonly origin: string };
  readonly source: LoginSource;
  readonly role: Role;
  readonly operator: string;
  readonly accountCode: AccountCode;
  readonly hostCode: HostCode;
  /** What the user may do besides managing the host. */
  readonly claims: readonly Claim[];
  readonly override: RemoteOverride | undefined;
}

declare const minted: unique symbol;

/** The right to access one host's data. Only the functions below create one. */
export interface HostScope {
  readonly [minted]: true;
  readonly hostCode: HostCode;
  readonly host: HostFacts;
  readonly role: Role;
  readonly operator: string;
}

type Holder = Pick<HostScope, 'role' | 'operator'>;

const mint = (host: HostFacts, holder: Holder): HostScope =>
  ({ hostCode: host.code, host, role: holder.role, operator: holder.operator }) as HostScope;

/** @param session verified by the caller; its host must be the one given */
export function scopeOfSession(session: Session, host: HostFacts): HostScope {
  if (session.hostCode !== host.code) throw new Error('A session opens its own host only');
  return mint(host, session);
}

/** For a task, which was authorised when it was created. */
export function scopeOfTask(task: { host_code: HostCode; operator: string }, host: HostFacts): HostScope {
  if (task.host_code !== host.code) throw new Error('A task opens its own host only');
  return mint(host, { role: 'USER', operator: task.operator });
}
