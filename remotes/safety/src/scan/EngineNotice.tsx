import type { ScanEngineState } from '@sitedeck/contract';
import { InlineAlert, useText } from '@sitedeck/ui/core';
import { scanTexts } from './scan-texts';

/** Says what the scan on this node can't do. */
export function EngineNotice({ engine }: { readonly engine: ScanEngineState }) {
  const text = useText(scanTexts);
  if (engine === 'complete') return null;
  return <InlineAlert kind="warning">{text(`engine.${engine}`)}</InlineAlert>;
}
