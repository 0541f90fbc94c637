import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import type { ScanFileRow } from '#state/scan-tables';
import { changeState, countFiles, recordRun, unseenFiles } from '../scan-store';
import { scanTask, type ScanPayload } from '../tasks';
import { Quarantine } from './quarantine';
import { scanSite, type ScanTotals } from './scan-site';
import type { ScanTools } from './tools';

type Context = TaskContext<ScanPayload>;

/** An open file that is gone was removed by its owner, or by an act that was interrupted. */
async function settleUnseen(tools: ScanTools, { scope, taskId }: Context): Promise<void> {
  const { hostCode } = scope;
  const quarantine = new Quarantine(tools.quarantine);
  const settle = async (row: ScanFileRow) => {
    const isKept = row.kept !== null && (await quarantine.has(hostCode, row.id));
    await changeState(tools.db, row, { state: isKept ? 'quarantined' : 'resolved', at: tools.now() });
  };
  for (const row of await unseenFiles(tools.db, { hostCode, taskId })) await settle(row);
}

async function finish(
  tools: ScanTools,
  context: Context,
  { totals, began }: { readonly totals: ScanTotals; readonly began: number },
): Promise<Readonly<Record<string, unknown>>> {
  const { scope, taskId, payload } = context;
  const { hostCode } = scope;
  if (!totals.isCut) await settleUnseen(tools, context);
  const { files, read, bytes, isCut } = totals;
  const seconds = Math.round((tools.now() - began) / 1000);
  await recordRun(tools.db, hostCode, {
    ...{ taskId, mode: payload.mode, isScheduled: payload.isScheduled },
    ...{ files, read, bytes, seconds, isComplete: !isCut },
    endedAt: new Date(tools.now()).toISOString(),
  });
  const { open } = await countFiles(tools.db, hostCode);
  return { files, read, bytes, seconds, ...open };
}

/** SAFE_SCAN. A scan that is lost or cancelled has recorded what it found so far. */
export const implementScan = (tools: ScanTools): ImplementedTask =>
  implementTask(scanTask, {
    run: async (context) => {
      const began = tools.now();
      let totals: ScanTotals | undefined;
      await context.step('scan', async () => {
        totals = await scanSite(tools, context);
      });
      return totals && finish(tools, context, { totals, began });
    },
    cleanup: () => Promise.resolve(),
  });
