import { readBoot } from '../boot/page-data';
import { hashOf } from '../boot/integrity';
import type { RemoteCause } from './remote-cause';

/** Time limit of the diagnosis' own requests, so that they can't hang like the failed script, ms. */
const REQUEST_MS = 4000;

export interface Diagnosis {
  readonly cause: RemoteCause;
  /** The script that failed to load. */
  readonly address: string | undefined;
}

interface FailedScript {
  readonly address: string;
  readonly timedOut: boolean;
}

/** The script that failed, from an error of webpack (a chunk) or of the federation runtime (an entry). */
export function failedScript(error: unknown): FailedScript | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'ChunkLoadError') {
    const { request, type } = error as Error & { readonly request?: string; readonly type?: string };
    return request === undefined ? undefined : { address: request, timedOut: type === 'timeout' };
  }
  const [, address] =
    /Script(?:Network)?(?:Error)?: (?:Failed to load script|Script) "([^"]+)"/.exec(error.message) ?? [];
  return address === undefined || error.message.includes('ScriptExecutionError')
    ? undefined
    : { address, timedOut: error.message.includes('timed out') };
}

/** The script ran but is not a valid remote (federation runtime), or it lacks the exposed module (`loadModule`). */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && /RUNTIME-0|ScriptExecutionError|does not expose/.test(error.message);

/**
 * Why a remote or a page of the shell failed to load. The error of a script contains no cause, so this requests the
 * file once.
 * @param replaced whether the server has another version of the console by now; a portal's page can't know
 */
export async function diagnose(error: unknown, replaced = isReplaced): Promise<Diagnosis> {
  const failed = failedScript(error);
  if (!failed) return { cause: { is: isBroken(error) ? 'broken' : 'render' }, address: undefined };
  const { address, timedOut } = failed;
  return { cause: timedOut ? { is: 'timeout' } : await diagnoseFile(address, replaced), address };
}

async function diagnoseFile(address: string, replaced: typeof isReplaced): Promise<RemoteCause> {
  const plain = address.replace(/\?.*$/, '');
  const reply = await fetched(plain, { cache: 'reload' });
  if (reply?.status === 404 || reply?.status === 410) return { is: 'missing', newer: await replaced(plain) };
  if (!reply?.ok) return { is: 'network' };
  if (await isGenuine(reply, plain)) return { is: 'network' };
  tamperedCopies.add(plain);
  return { is: 'tampered' };
}

/** Addresses whose copies in the browser's cache may be tampered with. */
const tamperedCopies = new Set<string>();

/**
 * The browser caches a file for ever, even a tampered one: fetch it again, so that the next page loads the genuine
 * file.
 */
export function renewCopies(): void {
  for (const address of tamperedCopies) void fetched(address, { cache: 'reload' });
  tamperedCopies.clear();
}

const fetched = (address: string, init: RequestInit): Promise<Response | undefined> =>
  fetch(address, { ...init, credentials: 'same-origin', signal: AbortSignal.timeout(REQUEST_MS) }).catch(
    () => undefined,
  );

async function isGenuine(reply: Response, address: string): Promise<boolean> {
  const sum = hashOf(address);
  if (sum === undefined) return false;
  // WebCrypto is absent in a page without TLS; there the browser checks the hash.
  if (!('subtle' in crypto)) return (await fetched(address, { integrity: sum }))?.ok === true;
  const content = await reply.arrayBuffer().catch(() => undefined);
  if (!content) return true;
  // Remotes use SHA-384, the console's own scripts SHA-256.
  const algorithm = sum.startsWith('sha256-') ? 'SHA-256' : 'SHA-384';
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, content));
  return sum.endsWith(`-${btoa(String.fromCharCode(...digest))}`);
}

/**
 * A file of the shell disappears only with a new console; for a remote, the boot document shows whether there is one.
 */
async function isReplaced(address: string): Promise<boolean> {
  if (address.startsWith(`${location.origin}/assets/`)) return true;
  const { revision } = readBoot();
  const reply = await fetched('/boot.json', {
    cache: 'no-store',
    headers: { 'If-None-Match': `"${revision}"` },
  });
  return reply?.status === 200;
}
