import { ExportOutlined } from '@ant-design/icons';
import { type Fault, TASK_TOAST_MS } from '@sitedeck/contract';
import { toFault, useCurrentHost } from '@sitedeck/sdk';
import { App, Button, useText } from '@sitedeck/ui/core';
import { hostEnvApi } from '../hostenv.api';
import { frameTexts } from './frame-texts';

export interface SavedNotice {
  /** What was done, as a short sentence. */
  readonly done: string;
  /** Version now in force. */
  readonly version: number;
  /** Something else is in force than before; else it was only kept. */
  readonly isNew?: boolean;
  /** 撤销 is offered: it brings the version before back, unless somebody was faster. */
  readonly undo?: boolean;
}

const KEY = 'hostenv.saved';

/** 已生效, with the way to look at it from outside and, for what is done at once, the way back. */
export function useSavedNotice(): (notice: SavedNotice) => void {
  const { notification, message } = App.useApp();
  const { testUrl, hostService } = useCurrentHost();
  const { hostCode } = hostService;
  const text = useText(frameTexts);
  const [revert] = hostEnvApi.useRevertConfigMutation();

  const goBack = async (version: number) => {
    notification.destroy(KEY);
    const { data } = await oneAfterAnother(() => revert({ params: { to: version - 1 }, query: { version } }));
    // A refusal has been told by the shell.
    if (!data) return;
    recordSuccessor(hostCode, version, data.version);
    void message.success(text('save.undone'));
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

/**
 * What this page saves goes one after another: of two requests at one address the SDK would end the older one, and the
 * second was made before the version of the first was known.
 */
let last: Promise<unknown> = Promise.resolve();

export function oneAfterAnother<Outcome>(run: () => Promise<Outcome>): Promise<Outcome> {
  const next = last.then(run, run);
  last = next;
  return next;
}

/** By host and version: the one that a change of this page made of it. */
const successors = new Map<string, number>();
const keyOf = (hostCode: string, version: number): string => `${hostCode} ${String(version)}`;

export function recordSuccessor(hostCode: string, before: number, after: number): void {
  if (after > before) successors.set(keyOf(hostCode, before), after);
}

/** The version that came of this one by this page's changes alone: who saw this one knows them all. */
export function newestOf(hostCode: string, version: number): number {
  const next = successors.get(keyOf(hostCode, version));
  return next === undefined ? version : newestOf(hostCode, next);
}

/** `version` is what is in force now: of several steps those before the refused one were saved. */
export type SaveOutcome =
  /** `isNew`: there was something to change. */
  | { readonly is: 'saved'; readonly version: number; readonly isNew: boolean }
  | { readonly is: 'refused'; readonly fault: Fault; readonly version: number };

/** One call that changes settings, made from the given version; rejects with a fault. */
export type ChangeStep = (base: number) => Promise<{ readonly version: number }>;

export interface SaveReport {
  /** What was done, as a short sentence. */
  readonly done: string;
  /** 撤销 is offered: for what was done at once. */
  readonly undo?: boolean;
  /** Where a refusal is shown: as a toast, or by the caller beside what was entered. */
  readonly refusal: 'toast' | 'caller';
}

/** Makes the steps one after another, each from the version the one before it made, up to the first refusal. */
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

/** Changes settings, and says what came of it. */
export function useSettingsSave() {
  const { hostCode } = useCurrentHost().hostService;
  const { message } = App.useApp();
  const tell = useSavedNotice();

  const save = async (
    steps: readonly ChangeStep[],
    base: number,
    { done, undo = false, refusal }: SaveReport,
  ): Promise<SaveOutcome> => {
    const outcome = await oneAfterAnother(() => runSteps(hostCode, steps, base));
    if (outcome.is === 'saved')
      tell({ done, version: outcome.version, isNew: outcome.isNew, undo: undo && outcome.isNew });
    else if (refusal === 'toast') void message.error(outcome.fault.message);
    return outcome;
  };
  return { save };
}
