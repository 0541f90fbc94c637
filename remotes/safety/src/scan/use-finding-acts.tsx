import {
  DeleteOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  RollbackOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import type { ScanAct, ScanFile, ScanState } from '@sitedeck/contract';
import { useBlocked, useConfirm, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { RowAct } from '@sitedeck/ui/page';
import { visibleName } from '@sitedeck/ui/visible-name';
import type { ReactNode } from 'react';
import { DeleteDialog } from './DeleteDialog';
import { IgnoreDialog } from './IgnoreDialog';
import { scanTexts } from './scan-texts';
import { useAct } from './use-act';

/** An act for several files. */
export interface ManyAct {
  readonly key: ScanAct;
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger: boolean;
  /** Why it is not possible now. */
  readonly reason: string | undefined;
  readonly run: (files: readonly ScanFile[]) => void;
}

/** The usual act of a state first. */
const ACTS: Readonly<Record<ScanState, readonly ScanAct[]>> = {
  open: ['quarantine', 'ignore', 'delete'],
  quarantined: ['restore', 'delete'],
  ignored: ['unignore'],
  resolved: [],
};

const ICONS: Readonly<Record<ScanAct, ReactNode>> = {
  quarantine: <SafetyOutlined aria-hidden />,
  restore: <RollbackOutlined aria-hidden />,
  ignore: <EyeInvisibleOutlined aria-hidden />,
  unignore: <EyeOutlined aria-hidden />,
  delete: <DeleteOutlined aria-hidden />,
};

/** What can be done with files of a state, one by one and together. */
export function useFindingActs(state: ScanState, onDone: () => void) {
  const text = useText(scanTexts);
  const blocked = useBlocked();
  const runs = useRuns(onDone);
  const ofMany = ACTS[state].map((key): ManyAct => ({
    key,
    label: text(`act.${key}`),
    icon: ICONS[key],
    danger: key === 'delete',
    reason: blocked(text(`act.${key}`)),
    run: runs[key],
  }));
  const ofRow = ofMany.map(({ key, label, danger, reason, run }): RowAct<ScanFile> => ({
    key,
    label,
    danger,
    reason: () => reason,
    run: (file) => run([file]),
  }));
  const falseAlarm = ofMany.find(({ key }) => key === 'ignore');
  return { ofMany, ofRow, falseAlarm };
}

/** Runs each act: what visitors notice or nothing can bring back is asked before. */
function useRuns(onDone: () => void): Readonly<Record<ScanAct, (files: readonly ScanFile[]) => void>> {
  const text = useText(scanTexts);
  const { number } = useLocaleFormat();
  const confirm = useConfirm();
  const show = useDialog();
  const act = useAct(onDone);
  const restore = async (files: readonly ScanFile[]) => {
    const [first] = files;
    const title =
      files.length === 1
        ? text('restore.title.one', { name: visibleName(first?.path ?? '') })
        : text('restore.title', { count: files.length, n: number(files.length) });
    const answer = await confirm.danger({ title, body: text('restore.body'), confirm: text('act.restore') });
    if (answer) await act({ act: 'restore', files });
  };
  return {
    quarantine: (files) => void act({ act: 'quarantine', files }),
    restore: (files) => void restore(files),
    ignore: (files) => show((gone) => <IgnoreDialog files={files} onDone={onDone} onGone={gone} />),
    unignore: (files) => void act({ act: 'unignore', files }),
    delete: (files) => show((gone) => <DeleteDialog files={files} onDone={onDone} onGone={gone} />),
  };
}
