import { BACKUP_KINDS, type BackupPlan } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useFeedback, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome, SelectField } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { backupApi } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { KeepFields } from './KeepFields';
import { planTexts } from './plan-texts';
import { PlanPreview } from './PlanPreview';
import { ScheduleFields } from './ScheduleFields';
import { usePlanPreview } from './use-plan-preview';

const TESTS = ['off', 'weekly', 'monthly'] as const;

interface Props {
  readonly plan: BackupPlan;
  readonly onGone: () => void;
}

/** Edits schedule, content, retention and test restores, and previews the plan before it is saved. */
export function PlanDialog({ plan: saved, onGone }: Props) {
  const text = useText(planTexts);
  const frame = useText(frameTexts);
  const { message } = useFeedback();
  const [plan, setPlan] = useState<BackupPlan>(() => ({
    schedule: saved.schedule,
    kind: saved.kind,
    keep: saved.keep,
    testRestore: saved.testRestore,
  }));
  const first = useRef<HTMLElement>(null);
  const preview = usePlanPreview(plan);
  const [save] = backupApi.useSaveBackupPlanMutation();
  const submit = async (): Promise<FormOutcome> => {
    const { error } = await save({ body: plan });
    if (error !== undefined) return { is: 'refused', fault: toFault(error) };
    message.success(text('saved'));
    return { is: 'done' };
  };
  return (
    <FormDialog
      className="bk-form"
      title={text('dialog.title')}
      confirm={text('dialog.save')}
      failed={text('dialog.failed')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <ScheduleFields
        schedule={plan.schedule}
        onChange={(schedule) => setPlan({ ...plan, schedule })}
        cronProblem={preview.cronProblem}
        first={first}
      />
      <div className="bk-fields">
        <SelectField
          label={text('schedule.kind')}
          value={plan.kind}
          options={BACKUP_KINDS.map((kind) => ({ value: kind, label: frame(`kind.${kind}`) }))}
          onChange={(kind) => setPlan({ ...plan, kind })}
        />
        <SelectField
          label={text('test')}
          value={plan.testRestore}
          options={TESTS.map((one) => ({ value: one, label: text(`test.${one}`) }))}
          onChange={(testRestore) => setPlan({ ...plan, testRestore })}
        />
      </div>
      <p className="sd-hint sd-small">{text('test.hint')}</p>
      <KeepFields keep={plan.keep} onChange={(keep) => setPlan({ ...plan, keep })} />
      <PlanPreview preview={preview} />
    </FormDialog>
  );
}
