import { ExportOutlined } from '@ant-design/icons';
import { type Fault, TASK_TOAST_MS } from '@sitedeck/contract';
import { toFault, useCurrentHost } from '@sitedeck/sdk';
import { Button, useFeedback, useText } from '@sitedeck/ui/core';
import { newestOf, oneAfterAnother, recordSuccessor } from '@sitedeck/ui/versions';
import { hostEnvApi } from '../hostenv.api';
import { frameTexts } from './frame-texts';

export interface SavedNotice {
  /** Success message. */
  readonly done: string;
  /** The live version. */
  readonly version: number;
  /** False if the live settings did not change. */
  readonly isNew?: boolean;
  /** Shows an undo button (撤销), which restores the version before unless another user has saved since. */
  readonly undo?: boolean;
}

const KEY = 'hostenv.saved';

/** Shows the success message with a link to the site and, if requested, an undo button. */
export function useSavedNotice(): (notice: SavedNotice) => void {
  const { notification, message } = useFeedback();
  const { testUrl, hostService } = useCurrentHost();
  const { hostCode } = hostService;
  const text = useText(frameTexts);
  const [revert] = hostEnvApi.useRevertConfigMutation();

  const goBack = async (version: number) => {
    notification.destroy(KEY);
    const { data } = await oneAfterAnother(() => revert({ params: { to: version - 1 }, query: { version } }));
    // The shell has announced the refusal.
    if (!data) return;
    recordSuccessor(hostCode, version, data.version);
    message.success(text('save.undone'));
  };

  return ({ done, version, undo = false, isNew = true }) =>
    notification.success({
      key: KEY,
      title: text(isNew ? 'save.saved' : 'save.kept'),
      description: done,
      duration: TASK_TOAST_MS / 1000,
      role: 'status',
      actions: (
        <span className="sd-row">
          {undo && version > 1 && (
            <Button size="small" onClick={() => void goBack(version)}>
              {text('act.undo')}
            </Button>
          )}
          {testUrl && (
            <Button size="small" href={testUrl} target="_blank" rel="noreferrer" icon={<ExportOutlined />}>
              {text('act.visit')}
            </Button>
          )}
        </span>
      ),
    });
}

/** `version` is the live one: of several steps, those before the refused one were saved. */
export type SaveOutcome =
  /** `isNew`: something changed. */
  | { readonly is: 'saved'; readonly version: number; readonly isNew: boolean }
  | { readonly is: 'refused'; readonly fault: Fault; readonly version: number };

/** One call that changes settings, based on the given version; rejects with a fault. */
export type ChangeStep = (base: number) => Promise<{ readonly version: number }>;

export interface SaveReport {
  /** Success message. */
  readonly done: string;
  /** Shows an undo button (撤销), for actions that are saved at once. */
  readonly undo?: boolean;
  /** Where a refusal is shown: as a toast, or by the caller beside the input. */
  readonly refusal: 'toast' | 'caller';
}

/** Runs the steps in order, each based on the version of the one before, until one is refused. */
async function runSteps(hostCode: string, steps: readonly ChangeStep[], base: number): Promise<SaveOutcome> {
  const begun = newestOf(hostCode, base);
  let version = begun;
  try {
    for (const step of steps) {
      const made = await step(version);
      recordSuccessor(hostCode, version, made.version);
      version = made.version;
    }
    return { is: 'saved', version, isNew: version > begun };
  } catch (error) {
    return { is: 'refused', fault: toFault(error), version };
  }
}

/** Saves settings and reports the outcome. */
export function useSettingsSave() {
  const { hostCode } = useCurrentHost().hostService;
  const { message } = useFeedback();
  const showSaved = useSavedNotice();

  const save = async (
    steps: readonly ChangeStep[],
    base: number,
    { done, undo = false, refusal }: SaveReport,
  ): Promise<SaveOutcome> => {
    const outcome = await oneAfterAnother(() => runSteps(hostCode, steps, base));
    if (outcome.is === 'saved')
      showSaved({ done, version: outcome.version, isNew: outcome.isNew, undo: undo && outcome.isNew });
    else if (refusal === 'toast') message.error(outcome.fault.message);
    return outcome;
  };
  return { save };
}
