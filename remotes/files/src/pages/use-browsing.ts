import type { RemoteNav } from '@sitedeck/sdk';
import { useState } from 'react';
import { useBlocks } from '../acts/use-blocks';
import { useFolder } from '../listing/use-folder';
import { useListing } from '../listing/use-listing';
import { useSelection } from '../listing/use-selection';
import type { Span } from '../listing/visible-rows';

const FIRST_ROWS: Span = { from: 0, to: 1 };

/** The folder on show: its rows as far as they are in sight, what is chosen, and what can't be done here. */
export function useBrowsing(nav: RemoteNav) {
  const folder = useFolder(nav);
  const [span, setSpan] = useState(FIRST_ROWS);
  const listing = useListing(folder.query, span);
  const selection = useSelection(folder.query, listing);
  const blocks = useBlocks(folder.query.path, listing.is === 'ready' ? listing.rows : undefined);
  return { folder, listing, selection, setSpan, blocks };
}
