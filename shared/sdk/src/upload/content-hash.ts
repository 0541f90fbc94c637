/** Bytes hashed at a time: a few ms of work, after which the page can react. */
const PIECE_BYTES = 512 * 1024;

/**
 * SHA-256 of a file, hex, read in slices. Written in JavaScript, since WebCrypto neither takes a file in slices
 * nor exists without TLS. Rejects when the file can't be read any more.
 */
export async function contentHash(blob: Blob, signal: AbortSignal): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const hash = sha256.create();
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const piece = await blob.slice(at, at + PIECE_BYTES).arrayBuffer();
    signal.throwIfAborted();
    hash.update(new Uint8Array(piece));
  }
  return [...hash.digest()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Deleted, moved or changed since it was chosen. */
export async function isUnreadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(0, 1).arrayBuffer();
    return false;
  } catch {
    return true;
  }
}
