/**
 * Numeric identities. None needs an entry in /etc/passwd; hosts take theirs from a sequence that starts at
 * `FIRST_HOST_UID` and never gives one twice. All lie below 65536, so that they exist in user namespaces too.
 */
export const API_UID = 19990;
export const POSTGRES_UID = 19991;
export const MARIADB_UID = 19992;
/** Of the admin tool, which owns nothing but its own sessions. */
export const TOOL_UID = 19993;
export const FIRST_HOST_UID = 20001;

/** Group of the nginx workers on Debian; no process of a host ever has it. */
export const WEB_GID = 33;

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** `separate`: root, every part under an identity of its own. `single`: one uid for everything, no isolation. */
export type Isolation = { readonly is: 'separate' } | ({ readonly is: 'single' } & Identity);

export function isolationHere(): Isolation {
  const uid = process.getuid?.() ?? 0;
  return uid === 0 ? { is: 'separate' } : { is: 'single', uid, gid: process.getgid?.() ?? uid };
}

const under = (isolation: Isolation, identity: Identity): Identity =>
  isolation.is === 'separate' ? identity : { uid: isolation.uid, gid: isolation.gid };

export const apiIdentity = (isolation: Isolation) => under(isolation, { uid: API_UID, gid: API_UID });
export const postgresIdentity = (isolation: Isolation) =>
  under(isolation, { uid: POSTGRES_UID, gid: API_UID });
export const mariadbIdentity = (isolation: Isolation) =>
  under(isolation, { uid: MARIADB_UID, gid: MARIADB_UID });
/** uid and gid of every process of a host are the same number. */
export const hostIdentity = (isolation: Isolation, uid: number) => under(isolation, { uid, gid: uid });
