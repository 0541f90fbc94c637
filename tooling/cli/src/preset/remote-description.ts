import type { BuiltRemote, RemoteManifest } from '@sitedeck/contract';
import type { Compiler } from 'webpack';
import { integrityOf } from './check-scripts';

const ENTRY = /^remoteEntry(?:\.[0-9a-f]+)?\.js$/;
const COMPRESSED = /\.(?:br|gz)$/;

/** Writes `remote.json`: the manifest, the entry, its global variable, and the hash of every file of this version. */
export class RemoteDescription {
  constructor(
    private readonly manifest: RemoteManifest,
    private readonly global: string,
  ) {}

  apply(compiler: Compiler): void {
    const { PROCESS_ASSETS_STAGE_REPORT: stage } = compiler.webpack.Compilation;
    compiler.hooks.compilation.tap('RemoteDescription', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'RemoteDescription', stage }, (files) => {
        const names = Object.keys(files)
          .filter((file) => !COMPRESSED.test(file))
          .sort();
        const entry = names.find((file) => ENTRY.test(file));
        if (entry === undefined) return;
        const assets = Object.fromEntries(
          names.map((name) => [name, integrityOf(files[name]?.buffer() ?? Buffer.alloc(0))]),
        );
        const built: BuiltRemote = { ...this.manifest, entry, global: this.global, assets };
        const text = JSON.stringify(built, null, 2);
        compilation.emitAsset('remote.json', new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}
