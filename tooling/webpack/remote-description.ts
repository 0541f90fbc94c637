import type { RemoteManifest } from '@sitedeck/contract';
import type { Compiler } from 'webpack';

const ENTRY = /^remoteEntry(?:\.[0-9a-f]+)?\.js$/;
const COMPRESSED = /\.(?:br|gz)$/;

/** Writes `remote.json`: the manifest, the hashed name of the entry and every file that belongs to this version. */
export class RemoteDescription {
  constructor(private readonly manifest: RemoteManifest) {}

  apply(compiler: Compiler): void {
    const { PROCESS_ASSETS_STAGE_REPORT: stage } = compiler.webpack.Compilation;
    compiler.hooks.compilation.tap('RemoteDescription', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'RemoteDescription', stage }, (files) => {
        const assets = Object.keys(files)
          .filter((file) => !COMPRESSED.test(file))
          .sort();
        const entry = assets.find((file) => ENTRY.test(file));
        if (entry === undefined) return;
        const text = JSON.stringify({ ...this.manifest, entry, assets }, null, 2);
        compilation.emitAsset('remote.json', new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}
