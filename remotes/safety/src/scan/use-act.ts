import type { ScanAct, ScanFile } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useFeedback } from '@sitedeck/ui/core';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { scanApi } from '../scan.api';
import { useActReport } from './use-act-report';

interface Request {
  readonly act: ScanAct;
  readonly files: readonly ScanFile[];
  readonly reason?: string;
}

/** Does something with files at once, and reports what was done. The outcome is for a dialog. */
export function useActOutcome(onDone: () => void): (request: Request) => Promise<FormOutcome> {
  const report = useActReport();
  const [send] = scanApi.useActOnFindingsMutation();
  const run = async ({ act, files, reason = '' }: Request): Promise<FormOutcome> => {
    const { data, error } = await send({ body: { act, ids: files.map(({ id }) => id), reason } });
    if (!data) return { is: 'refused', fault: toFault(error) };
    report({ act, files, reply: data, undo: (undoing, done) => void run({ act: undoing, files: done }) });
    onDone();
    return { is: 'done' };
  };
  return run;
}

/** The same without a dialog: a message says why it was refused. */
export function useAct(onDone: () => void): (request: Request) => Promise<void> {
  const { message } = useFeedback();
  const run = useActOutcome(onDone);
  return async (request) => {
    const outcome = await run(request);
    if (outcome.is === 'refused') message.error(outcome.fault.message);
  };
}
