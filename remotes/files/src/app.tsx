import type { RemoteContext } from '@sitedeck/sdk';
import { useCallback, useRef, useState } from 'react';
import { FileDoors } from './editor/FileDoors';
import { makeRevealer, RevealContext } from './listing/reveal';
import { FilesPage } from './pages/FilesPage';

/** Door `./app`: the remote in the tree of whoever holds it. Needs the kit's provider above it. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const told = useRef(false);
  const [revealer] = useState(makeRevealer);
  const onDirty = useCallback(
    (dirty: boolean) => {
      if (told.current === dirty) return;
      told.current = dirty;
      ctx.emit('dirty', dirty);
    },
    [ctx],
  );
  return (
    <FileDoors onDirty={onDirty}>
      <RevealContext value={revealer}>
        <FilesPage ctx={ctx} />
      </RevealContext>
    </FileDoors>
  );
}
