import { TASK_TOAST_MS, type CdnConfig, type Fault } from '@sitedeck/contract';
import { toFault, useCurrentHost } from '@sitedeck/sdk';
import { Button, useFeedback, useText } from '@sitedeck/ui/core';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { newestOf, oneAfterAnother, recordSuccessor } from '@sitedeck/ui/versions';
import { useState } from 'react';
import { cdnApi } from './cdn.api';
import { cdnTexts } from './cdn-texts';

export type SaveOutcome =
  { readonly is: 'saved'; readonly version: number } | { readonly is: 'refused'; readonly fault: Fault };

/** Whether the settings were changed elsewhere meanwhile; they have been read again. */
export const isNewer = ({ reason }: Fault): boolean => reason === 'config-newer';

/** A refusal as dialogs show it. For settings that were changed elsewhere, the dialog has a message of its own. */
export const inDialog = (fault: Fault): FormOutcome => ({
  is: 'refused',
  fault: isNewer(fault) ? { ...fault, message: '' } : fault,
});

const UNDO = 'domain.cdn.undo';

/** Saves rules, query policy and cookies as one set. */
export function useSaveCdn() {
  const { hostCode } = useCurrentHost().hostService;
  const [save] = cdnApi.useSaveCdnRulesMutation();
  return (config: CdnConfig, version: number): Promise<SaveOutcome> =>
    oneAfterAnother(async () => {
      const base = newestOf(hostCode, version);
      const { rules, query, cookies } = config;
      const { data, error } = await save({ body: { rules, query, cookies, version: base } });
      if (!data) return { is: 'refused', fault: toFault(error) };
      recordSuccessor(hostCode, base, data.version);
      return { is: 'saved', version: data.version };
    });
}

interface DoneChange {
  readonly done: string;
  /** What an undo restores. */
  readonly before: CdnConfig;
}

/** Saves a change of the rules at once, and offers to undo it. */
export function useActOnRules() {
  const text = useText(cdnTexts);
  const { message, notification } = useFeedback();
  const save = useSaveCdn();
  const announce = (fault: Fault) =>
    isNewer(fault) ? message.warning(text('newer')) : message.error(fault.message);

  const undo = async (before: CdnConfig, version: number) => {
    notification.destroy(UNDO);
    const outcome = await save(before, version);
    if (outcome.is === 'refused') announce(outcome.fault);
    else message.success(text('undone'));
  };
  return async (config: CdnConfig, version: number, { done, before }: DoneChange): Promise<SaveOutcome> => {
    const outcome = await save(config, version);
    if (outcome.is === 'refused') {
      announce(outcome.fault);
      return outcome;
    }
    notification.success({
      key: UNDO,
      title: done,
      duration: TASK_TOAST_MS / 1000,
      role: 'status',
      actions: (
        <Button size="small" onClick={() => void undo(before, outcome.version)}>
          {text('act.undo')}
        </Button>
      ),
    });
    return outcome;
  };
}

/** Turns CDN on or off for domains, and announces `done`. The shell announces a refusal. */
export function useSwitchCdn(version: number) {
  const { hostCode } = useCurrentHost().hostService;
  const { message } = useFeedback();
  const [isSaving, setSaving] = useState(false);
  const [send] = cdnApi.useSwitchCdnMutation();
  const save = (domains: readonly string[], isOn: boolean): Promise<boolean> =>
    oneAfterAnother(async () => {
      const base = newestOf(hostCode, version);
      const { data } = await send({ body: { domains: [...domains], isOn } });
      if (!data) return false;
      // A later version than the next one holds a change that this page has not seen.
      if (data.version === base + 1) recordSuccessor(hostCode, base, data.version);
      return true;
    });
  const change = async (domains: readonly string[], isOn: boolean, done: string) => {
    setSaving(true);
    const isSaved = await save(domains, isOn);
    setSaving(false);
    if (isSaved) message.success(done);
  };
  return { isSaving, change };
}
