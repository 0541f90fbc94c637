import {
  CRON_COMMAND_MAX,
  CRON_NAME_MAX,
  isCronLine,
  readCron,
  type CronEntry,
  type CronJob,
} from '@sitedeck/contract';
import { TextField, useBlocked, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { cronTexts } from './cron-texts';
import { ScheduleFields } from './ScheduleFields';
import { SchedulePreview } from './SchedulePreview';
import { useJobActions } from './use-job-actions';

interface Props {
  /** The job to change; absent for a new one. */
  readonly given: CronJob | undefined;
  readonly zone: string;
  readonly onGone: () => void;
}

const NEW: CronEntry = { name: '', schedule: '0 3 * * *', command: '', isOn: true };
/** Usual commands; file names are the same in both languages. */
const EXAMPLES = 'php cron.php · curl -fsS https://www.example.com/wp-cron.php';

/** Adds or changes a job. The crontab line and the fields describe the same schedule; each follows the other. */
export function JobDialog({ given, zone, onGone }: Props) {
  const text = useText(cronTexts);
  const blocked = useBlocked();
  const acts = useJobActions();
  const [draft, setDraft] = useState<CronEntry>(given ?? NEW);
  const [isSubmitted, setSubmitted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const set = (part: Partial<CronEntry>) => setDraft((now) => ({ ...now, ...part }));
  const isWrong = {
    name: !isCronLine(draft.name, CRON_NAME_MAX),
    command: !isCronLine(draft.command, CRON_COMMAND_MAX),
  };
  const word = given ? 'edit' : 'add';

  const submit = async (): Promise<FormOutcome> => {
    setSubmitted(true);
    if (isWrong.name || isWrong.command || readCron(draft.schedule).is === 'bad') return { is: 'stay' };
    const { name, schedule, command, isOn } = draft;
    const trimmed = { name: name.trim(), schedule: schedule.trim(), command: command.trim(), isOn };
    return acts.save(trimmed, given?.id);
  };
  return (
    <FormDialog
      title={text(`${word}.title`)}
      confirm={text(`${word}.confirm`)}
      reason={blocked(text(`${word}.confirm`))}
      failed={text('save.failed')}
      submit={submit}
      first={first}
      className="he-entry"
      onGone={onGone}
    >
      <TextField
        label={text('field.name')}
        value={draft.name}
        onChange={(name) => set({ name })}
        input={first}
        error={isSubmitted && isWrong.name ? text('field.name.bad', { n: CRON_NAME_MAX }) : undefined}
        autoComplete="off"
      />
      <TextField
        label={text('field.command')}
        value={draft.command}
        onChange={(command) => set({ command })}
        hint={text('field.command.hint', { examples: EXAMPLES })}
        error={
          isSubmitted && isWrong.command ? text('field.command.bad', { n: CRON_COMMAND_MAX }) : undefined
        }
        autoComplete="off"
      />
      <ScheduleFields schedule={draft.schedule} onChange={(schedule) => set({ schedule })} />
      <SchedulePreview schedule={draft.schedule} zone={zone} />
    </FormDialog>
  );
}
