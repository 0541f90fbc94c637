import { readBoot } from '../boot/page-data';
import { sumOf } from '../boot/integrity';
import type { RemoteCause } from './remote-cause';

/** A look at what failed must not hang as that may have done (design, "Micro-frontends"), ms. */
const LOOK_MS = 4000;

export interface Diagnosis {
  readonly cause: RemoteCause;
  /** The script that did not come. */
  readonly address: string | undefined;
}

interface Lost {
  readonly address: string;
  readonly timedOut: boolean;
}

/** The script that an error of webpack (a chunk) or of the federation runtime (an entry) is about. */
export function lostScript(error: unknown): Lost | undefined {
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

/** Of the federation runtime: the script came, and is no remote. Of `loadApp`: it has not the door. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && /RUNTIME-0|ScriptExecutionError|has no door/.test(error.message);

/**
 * Why a remote or a page of the shell did not come. A script's own failure says nothing: one look at the file does.
 * @param replaced whether the server holds another console by now; a portal's page can't tell
 */
export async function diagnose(error: unknown, replaced = isReplaced): Promise<Diagnosis> {
  const lost = lostScript(error);
  if (!lost) return { cause: { is: isBroken(error) ? 'broken' : 'render' }, address: undefined };
  const { address, timedOut } = lost;
  return { cause: timedOut ? { is: 'timeout' } : await look(address, replaced), address };
}

async function look(address: string, replaced: typeof isReplaced): Promise<RemoteCause> {
  const plain = address.replace(/\?.*$/, '');
  const reply = await fetched(plain, { cache: 'reload' });
  if (reply?.status === 404 || reply?.status === 410) return { is: 'missing', newer: await replaced(plain) };
  if (!reply?.ok) return { is: 'network' };
  if (await isGenuine(reply, plain)) return { is: 'network' };
  wrongCopies.add(plain);
  return { is: 'tampered' };
}

/** Addresses under which the browser's own cache may hold something wrong. */
const wrongCopies = new Set<string>();

/** The browser keeps a file for ever, a wrong one too: the next page must not find it under its own address. */
export function renewCopies(): void {
  for (const address of wrongCopies) void fetched(address, { cache: 'reload' });
  wrongCopies.clear();
}

const fetched = (address: string, init: RequestInit): Promise<Response | undefined> =>
  fetch(address, { ...init, credentials: 'same-origin', signal: AbortSignal.timeout(LOOK_MS) }).catch(
    () => undefined,
  );

async function isGenuine(reply: Response, address: string): Promise<boolean> {
  const sum = sumOf(address);
  if (sum === undefined) return false;
  // Absent in a page without TLS; there the browser compares.
  if (!('subtle' in crypto)) return (await fetched(address, { integrity: sum }))?.ok === true;
  const content = await reply.arrayBuffer().catch(() => undefined);
  if (!content) return true;
  // Remotes' hashes are longer than those of the console's own scripts.
  const algorithm = sum.startsWith('sha256-') ? 'SHA-256' : 'SHA-384';
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, content));
  return sum.endsWith(`-${btoa(String.fromCharCode(...digest))}`);
}

/** A file of the shell goes only when the console was replaced; of a remote the boot document tells. */
async function isReplaced(address: string): Promise<boolean> {
  if (address.startsWith(`${location.origin}/assets/`)) return true;
  const { revision } = readBoot();
  const reply = await fetched('/boot.json', {
    cache: 'no-store',
    headers: { 'If-None-Match': `"${revision}"` },
  });
  return reply?.status === 200;
}
