import type { FileHash } from '../source';
import type { Reply } from './reply-reader';

/** Command that replies with the hash of a file. */
export interface HashCommand {
  readonly command: string;
  readonly algorithm: FileHash['algorithm'];
  /** Command that selects the algorithm before the first file. */
  readonly select?: string;
}

/** What a server says it can do (FEAT, RFC 2389). */
export interface Features {
  /** Listings for programs, with times of a second. */
  readonly mlsd: boolean;
  readonly mdtm: boolean;
  readonly size: boolean;
  readonly utf8: boolean;
  readonly hash: HashCommand | undefined;
}

type Algorithm = FileHash['algorithm'];

/** Hexadecimal digits. */
const DIGITS: Readonly<Record<Algorithm, number>> = { sha256: 64, sha512: 128, sha1: 40, md5: 32 };

const OWN_COMMANDS: readonly HashCommand[] = [
  { command: 'XSHA256', algorithm: 'sha256' },
  { command: 'XSHA512', algorithm: 'sha512' },
  { command: 'XSHA1', algorithm: 'sha1' },
  { command: 'XMD5', algorithm: 'md5' },
];

/** Names of algorithms of HASH (draft-bryan-ftpext-hash), best first. */
const ALGORITHMS: readonly (readonly [string, Algorithm])[] = [
  ['SHA-256', 'sha256'],
  ['SHA-512', 'sha512'],
  ['SHA-1', 'sha1'],
  ['MD5', 'md5'],
];

/** From a line such as `HASH MD5;SHA-1*;SHA-256`. */
function hashCommand(lines: readonly string[]): HashCommand | undefined {
  const [, list] = lines.map((line) => /^\s*HASH\s+(\S+)/i.exec(line)).find((match) => match !== null) ?? [];
  const offered = new Set((list ?? '').toUpperCase().replaceAll('*', '').split(';'));
  const [name, algorithm] = ALGORITHMS.find(([one]) => offered.has(one)) ?? [];
  return algorithm && { command: 'HASH', algorithm, select: `OPTS HASH ${name}` };
}

/** MDTM and SIZE are older than FEAT: a server without FEAT may have them. */
export function readFeatures({ code, lines }: Reply): Features {
  if (code >= 300) return { mlsd: false, mdtm: true, size: true, utf8: false, hash: undefined };
  const names = new Set(lines.map((line) => line.trim().split(/\s/)[0]?.toUpperCase()));
  return {
    mlsd: names.has('MLSD') || names.has('MLST'),
    mdtm: names.has('MDTM'),
    size: names.has('SIZE'),
    utf8: names.has('UTF8'),
    hash: hashCommand(lines) ?? OWN_COMMANDS.find(({ command }) => names.has(command)),
  };
}

/** The hash in a reply such as `213 SHA-256 0-49 <hexadecimal> <name>` or `250 <hexadecimal>`. */
export function hashIn({ code, lines }: Reply, algorithm: Algorithm): FileHash | undefined {
  const words = new RegExp(`\\b[0-9a-f]{${DIGITS[algorithm]}}\\b`, 'gi');
  const hex = lines.flatMap((line) => line.match(words) ?? []).map((one) => one.toLowerCase());
  return code >= 200 && code < 300 && hex.length > 0 ? { algorithm, hex } : undefined;
}
