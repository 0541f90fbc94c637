import type { ScanFile } from '@sitedeck/contract';
import { Button, LockedTip } from '@sitedeck/ui/core';
import type { ManyAct } from './use-finding-acts';

interface Props {
  readonly acts: readonly ManyAct[];
  readonly files: readonly ScanFile[];
}

/** Acts for the selected files, the usual one first. */
export function BulkActs({ acts, files }: Props) {
  return (
    <>
      {acts.map(({ key, label, icon, danger, reason, run }, index) => (
        <LockedTip key={key} reason={reason}>
          <Button
            size="small"
            type={index === 0 ? 'primary' : 'text'}
            danger={danger}
            className={danger ? 'sf-danger' : ''}
            icon={icon}
            onClick={() => run(files)}
          >
            {label}
          </Button>
        </LockedTip>
      ))}
    </>
  );
}
