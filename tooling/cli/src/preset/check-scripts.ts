import { createHash } from 'node:crypto';
import type { Compiler } from 'webpack';

/** Subresource integrity hash for files of a registry and for the first scripts of a page. */
export const integrityOf = (content: Buffer): string => hashAs('sha384', content);

/**
 * Integrity hash for the console's later scripts, which travels in every page: a third shorter, and as hard to forge.
 */
export const shortIntegrityOf = (content: Buffer): string => hashAs('sha256', content);

const hashAs = (algorithm: string, content: Buffer): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Valid, but the hash of no content: a script without a known hash fails like any other. */
const UNMATCHED_HASH = `sha384-${'A'.repeat(64)}`;

/**
 * A script may run only with the hash that the page holds for its address (shell/src/boot/integrity.ts fills the map).
 * Throwing instead would leave webpack with a chunk that stays pending, and nothing would request it again. A further
 * attempt has its own address: for the same one the browser would wait for the request that still hangs.
 */
const CHECKED = `
const sums = globalThis[Symbol.for("sitedeck.integrity.v1")];
const again = globalThis[Symbol.for("sitedeck.attempts.v1")];
script.integrity = sums?.get(script.src) || "${UNMATCHED_HASH}";
if (again?.has(script.src)) script.src += "?attempt=" + again.get(script.src);`;

/** Adds the integrity check to every chunk of a build, lazy ones included. */
export class CheckScripts {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.compilation.tap('CheckScripts', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'CheckScripts',
        (source) => source + CHECKED,
      );
    });
  }
}
