import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { Compilation, Compiler } from 'webpack';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const TEXT = /\.(?:js|css|html|svg|json|txt)$/;
/** Smaller files save less than the header of the extra file costs. */
const SMALLEST_BYTES = 512;

/** Writes `.br` (quality 11) and `.gz` (level 9) beside each text asset, so that nginx compresses nothing itself. */
export class CompressAssets {
  apply(compiler: Compiler): void {
    const { PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER: stage } = compiler.webpack.Compilation;
    compiler.hooks.compilation.tap('CompressAssets', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'CompressAssets', stage }, (assets) =>
        Promise.all(
          Object.entries(assets)
            .filter(([name]) => TEXT.test(name))
            .map(([name, asset]) => compress(compilation, name, asset.buffer())),
        ).then(() => undefined),
      );
    });
  }
}

async function compress(compilation: Compilation, name: string, content: Buffer): Promise<void> {
  const { RawSource } = compilation.compiler.webpack.sources;
  if (content.length < SMALLEST_BYTES) return;
  const cache = compilation.getCache('CompressAssets');
  const etag = cache.getLazyHashedEtag(new RawSource(content));
  const [br, gz] = await cache.providePromise(name, etag, () =>
    Promise.all([
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      zip(content, { level: constants.Z_BEST_COMPRESSION }),
    ]),
  );
  compilation.emitAsset(`${name}.br`, new RawSource(br));
  compilation.emitAsset(`${name}.gz`, new RawSource(gz));
}
