import type { ScanMode } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { showTaskStarted, useText } from '@sitedeck/ui/core';
import { scanApi } from '../scan.api';
import { useRunningScan } from './scan-kinds';
import type { ScanStatus } from './scan-status';
import { scanTexts } from './scan-texts';

/** Starts a scan, or says why that is not possible now. */
export function useStartScan({ engine, runningTask }: ScanStatus) {
  const text = useText(scanTexts);
  const task = useRunningScan();
  const [send, { isLoading }] = scanApi.useStartScanMutation();
  const isRunning = task !== undefined || runningTask !== null;
  const missing = engine === 'missing' ? text('reason.missing') : undefined;
  const reason = missing ?? (isRunning ? text('reason.running') : undefined);
  const start = async (mode: ScanMode, from: Element) => {
    if (reason !== undefined || isLoading) return;
    const { data } = await send({ body: { mode } });
    // The shell announces a refusal.
    if (data) showTaskStarted(from);
    pollTasksNow();
  };
  return { reason, start: (mode: ScanMode, from: Element) => void start(mode, from) };
}
