import { RULE_NAME_MAX } from '@sitedeck/contract';
import { TextField, useBlocked, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { EntryDialog } from '../../frame/EntryDialog';
import type { SaveOutcome } from '../../frame/use-settings-save';
import { rewriteTexts } from './rewrite-texts';

interface Props {
  readonly title: string;
  readonly confirm: string;
  readonly given: string;
  readonly submit: (name: string) => Promise<SaveOutcome | undefined>;
  readonly onGone: () => void;
}

/** Asks for the name of a rewrite rule. */
export function NameDialog({ title, confirm, given, submit, onGone }: Props) {
  const text = useText(rewriteTexts);
  const blocked = useBlocked();
  const [typed, setTyped] = useState(given);
  const [isSubmitted, setSubmitted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const name = typed.trim();
  const fits = name !== '' && name.length <= RULE_NAME_MAX;
  return (
    <EntryDialog
      title={title}
      confirm={confirm}
      reason={blocked(confirm)}
      submit={async () => {
        setSubmitted(true);
        return fits ? submit(name) : undefined;
      }}
      first={first}
      onGone={onGone}
    >
      <TextField
        label={text('name')}
        value={typed}
        onChange={setTyped}
        input={first}
        hint={text('name.hint')}
        error={isSubmitted && !fits ? text('name.bad') : undefined}
        autoComplete="off"
      />
    </EntryDialog>
  );
}
