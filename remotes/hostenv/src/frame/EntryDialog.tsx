import type { Fault } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { FormDialog } from '@sitedeck/ui/form-dialog';
import type { ReactNode, RefObject } from 'react';
import { frameTexts } from './frame-texts';
import type { SaveOutcome } from './use-settings-save';

interface Props {
  readonly title: string;
  /** Label of the confirm button. */
  readonly confirm: string;
  /** Why it can't be confirmed now. */
  readonly reason: string | undefined;
  /** Resolves undefined if nothing was sent because fields are invalid. */
  readonly submit: () => Promise<SaveOutcome | undefined>;
  readonly first: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** A dialog for one entry, which is saved at once. */
export function EntryDialog({ submit, ...rest }: Props) {
  const text = useText(frameTexts);
  const failed = ({ reason }: Fault) => text(reason === 'config-refused' ? 'save.refused' : 'save.failed');
  const send = async () => {
    const outcome = await submit();
    if (!outcome) return { is: 'stay' } as const;
    return outcome.is === 'saved' ? ({ is: 'done' } as const) : outcome;
  };
  return <FormDialog {...rest} className="he-entry" failed={failed} submit={send} />;
}
