import { embedApi, type EmbedApi } from '../embed-api';

/** Written by the build: files of the console by path below its origin, each with its hash. */
declare const EMBED_FILES: {
  /** Run in this order. */
  readonly scripts: readonly string[];
  readonly hashes: Readonly<Record<string, string>>;
};

/** Only known while this script runs. */
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined;

/** The console's origin: where this loader came from. */
export const consoleOrigin = own === undefined ? undefined : new URL(own).origin;

const HASHES = Symbol.for('sitedeck.integrity.v1');

/** The console's scripts are checked against these hashes when they load; a script without a hash is not run. */
function provideHashes(origin: string): void {
  const page = globalThis as Partial<Record<symbol, Map<string, string>>>;
  const hashes = (page[HASHES] ??= new Map<string, string>());
  for (const [path, hash] of Object.entries(EMBED_FILES.hashes)) hashes.set(origin + path, hash);
}

function addScript(address: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
    // Executed in order, though they download in parallel.
    script.async = false;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} did not load, or is not what it should be`));
    };
    document.head.append(script);
  });
}

let loading: Promise<EmbedApi> | undefined;

async function load(): Promise<EmbedApi> {
  if (consoleOrigin === undefined) throw new Error('embed.js must be loaded by a <script src>');
  const origin = consoleOrigin;
  provideHashes(origin);
  await Promise.all(
    EMBED_FILES.scripts.map((path) => addScript(origin + path, EMBED_FILES.hashes[path] ?? '')),
  );
  const door = embedApi();
  if (!door) throw new Error('the script of the console did not run');
  return door;
}

/**
 * The embedding code, shared by all embedded remotes of the page: the first one fetches it, and a retry fetches it
 * again after a failure.
 */
export function loadEmbedApi(): Promise<EmbedApi> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
