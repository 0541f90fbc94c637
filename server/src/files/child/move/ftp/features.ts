import type { FileHash } from '../source';
import type { Reply } from './reply-reader';

/** What a server says it can do (FEAT, RFC 2389). */
export interface Features {
  /** Listings for programs, with times of a second. */
  readonly mlsd: boolean;
  readonly mdtm: boolean;
  readonly size: boolean;
  readonly utf8: boolean;
  /** Command that replies with the hash of a file. */
  readonly hash: { readonly command: string; readonly algorithm: FileHash['algorithm'] } | undefined;
}

const HASHES = [
  { command: 'XSHA256', algorithm: 'sha256' },
  { command: 'XSHA1', algorithm: 'sha1' },
  { command: 'XMD5', algorithm: 'md5' },
] as const;

/** MDTM and SIZE are older than FEAT: a server without FEAT may have them. */
export function readFeatures({ code, lines }: Reply): Features {
  if (code >= 300) return { mlsd: false, mdtm: true, size: true, utf8: false, hash: undefined };
  const names = new Set(lines.map((line) => line.trim().split(/\s/)[0]?.toUpperCase()));
  return {
    mlsd: names.has('MLSD') || names.has('MLST'),
    mdtm: names.has('MDTM'),
    size: names.has('SIZE'),
    utf8: names.has('UTF8'),
    hash: HASHES.find(({ command }) => names.has(command)),
  };
}

/** The hash in a reply such as `250 <hexadecimal>`; some servers repeat the path before it. */
export function hashIn({ code, lines }: Reply, algorithm: FileHash['algorithm']): FileHash | undefined {
  const digits = { sha256: 64, sha1: 40, md5: 32 }[algorithm];
  const hex = new RegExp(`\\b[0-9a-f]{${digits}}\\b`, 'i').exec(lines.join(' '))?.[0];
  return code >= 200 && code < 300 && hex !== undefined ? { algorithm, hex: hex.toLowerCase() } : undefined;
}
