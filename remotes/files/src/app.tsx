import type { RemoteContext } from '@sitedeck/sdk';
import { useCallback, useRef, useState } from 'react';
import { FileLayers } from './editor/FileLayers';
import { makeRevealer, RevealContext } from './listing/reveal';
import { FilesPage } from './pages/FilesPage';

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const lastDirty = useRef(false);
  const [revealer] = useState(makeRevealer);
  const onDirty = useCallback(
    (dirty: boolean) => {
      if (lastDirty.current === dirty) return;
      lastDirty.current = dirty;
      ctx.emit('dirty', dirty);
    },
    [ctx],
  );
  return (
    <FileLayers onDirty={onDirty}>
      <RevealContext value={revealer}>
        <FilesPage ctx={ctx} />
      </RevealContext>
    </FileLayers>
  );
}
