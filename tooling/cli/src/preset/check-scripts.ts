import { createHash } from 'node:crypto';
import type { Compiler } from 'webpack';

/**
 * A hash as browsers check it: of what a registry serves (design, "Micro-frontends"), and of what a page begins with.
 */
export const integrityOf = (content: Buffer): string => hashAs('sha384', content);

/**
 * The same of the console's own later scripts, whose hashes travel in every page: as hard to meet with other content,
 * a third shorter.
 */
export const shortIntegrityOf = (content: Buffer): string => hashAs('sha256', content);

const hashAs = (algorithm: string, content: Buffer): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * Well formed, and the hash of nothing: a script without a hash of its own is refused on the usual way of failure.
 */
const UNMATCHED_HASH = `sha384-${'A'.repeat(64)}`;

/**
 * A script may run only with the hash that the page holds for its address (shell/src/boot/integrity.ts fills the
 * map). Throwing instead would leave webpack with a chunk that waits for ever: nothing would ask for it again. A
 * further attempt has an address of its own: the browser answers the same one from the request that still hangs.
 */
const CHECKED = `
const sums = globalThis[Symbol.for("sitedeck.integrity.v1")];
const again = globalThis[Symbol.for("sitedeck.attempts.v1")];
script.integrity = sums?.get(script.src) || "${UNMATCHED_HASH}";
if (again?.has(script.src)) script.src += "?attempt=" + again.get(script.src);`;

/** Every chunk of a build comes with its hash, the lazy ones too. */
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
