/**
 * Numeric identities. None needs an entry in /etc/passwd; hosts take theirs from the range of `HOST_UIDS`,
 * and each belongs to one host only. All lie below 65536, so that they exist in user namespaces too.
 */
export const API_UID = 19990;
export const POSTGRES_UID = 19991;
export const MARIADB_UID = 19992;
/** Uid of the admin tool, which owns nothing but its own sessions. */
export const TOOL_UID = 19993;
/** Uid of the process that takes mail from sites; it reads what they wrote, so it may do nothing else. */
export const MAIL_UID = 19994;
/** Uid of the process that reads files of all hosts to find web shells; it gets copies and may do nothing else. */
export const SCANNER_UID = 19995;

/** First and last are inclusive. Each number is uid and gid of one host. */
export interface UidRange {
  readonly first: number;
  readonly last: number;
}

/** Limits of hosts' uids: users have lower ones, and uid 65534 has a meaning of its own. */
export const POSSIBLE_HOST_UIDS: UidRange = { first: 10_001, last: 65_533 };
/** Uids of the product itself, with spare ones. */
const OWN_UIDS: UidRange = { first: 19_990, last: 19_999 };

export const isInRange = ({ first, last }: UidRange, uid: number): boolean => uid >= first && uid <= last;
export const overlaps = (one: UidRange, other: UidRange): boolean =>
  one.first <= other.last && other.first <= one.last;

/**
 * Whether hosts may get these uids: the range is large enough, and contains no uid of users, the system or
 * the product.
 */
export const isHostRange = (range: UidRange): boolean =>
  range.first <= range.last &&
  isInRange(POSSIBLE_HOST_UIDS, range.first) &&
  isInRange(POSSIBLE_HOST_UIDS, range.last) &&
  !overlaps(range, OWN_UIDS);

export const couldBeHost = (uid: number): boolean => isHostRange({ first: uid, last: uid });

/** Group of the nginx workers on Debian; no process of a host ever has it. */
export const WEB_GID = 33;

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** `separate`: root, every part under its own identity. `single`: one uid for all processes, no isolation. */
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
export const mailIdentity = (isolation: Isolation) => under(isolation, { uid: MAIL_UID, gid: MAIL_UID });
export const scannerIdentity = (isolation: Isolation) =>
  under(isolation, { uid: SCANNER_UID, gid: SCANNER_UID });
/** uid and gid of every process of a host are the same number. */
export const hostIdentity = (isolation: Isolation, uid: number) => under(isolation, { uid, gid: uid });
