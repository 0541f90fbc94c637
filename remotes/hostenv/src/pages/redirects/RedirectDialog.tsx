import type { Redirect } from '@sitedeck/contract';
import { TextField, useBlocked, useText } from '@sitedeck/ui/core';
import { Checkbox } from '@sitedeck/ui/page';
import { useRef, useState } from 'react';
import { EntryDialog } from '../../frame/EntryDialog';
import { hostEnvApi } from '../../hostenv.api';
import { problemOf } from './redirect-form';
import { redirectTexts } from './redirect-texts';
import { useRedirectActions, type RedirectsReply } from './use-redirect-actions';

interface Props {
  /** The redirects when the dialog opened. */
  readonly data: RedirectsReply;
  /** The redirect to change; absent for a new one. */
  readonly given?: Redirect;
  readonly onGone: () => void;
}

const NEW: Redirect = { source: '', target: '', keepPath: true, keepQuery: true };

export function RedirectDialog({ data, given, onGone }: Props) {
  const text = useText(redirectTexts);
  const blocked = useBlocked();
  // Rendered outside the page, so it reads the current state itself.
  const { data: latest = data } = hostEnvApi.useListRedirectsQuery({});
  const { redirects, version } = latest;
  const acts = useRedirectActions(version);
  const [entered, setEntered] = useState(given ?? NEW);
  const [isSubmitted, setSubmitted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const redirect = { ...entered, source: entered.source.trim(), target: entered.target.trim() };
  const others = redirects.filter(({ source }) => source !== given?.source).map(({ source }) => source);
  const problem = problemOf(redirect, new Set(others));
  const wrong = isSubmitted ? problem : undefined;
  const set = (part: Partial<Redirect>) => setEntered((now) => ({ ...now, ...part }));

  const submit = async () => {
    setSubmitted(true);
    if (problem !== undefined) return undefined;
    return given ? acts.change(given.source, redirect) : acts.add(redirect);
  };
  return (
    <EntryDialog
      title={text(given ? 'edit.title' : 'add.title')}
      confirm={text(given ? 'edit' : 'add')}
      reason={blocked(text(given ? 'edit' : 'add'))}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <TextField
        label={text('field.source')}
        value={entered.source}
        onChange={(source) => set({ source })}
        input={first}
        hint={text('field.source.hint')}
        error={
          wrong === 'source' ? text('field.source.bad') : wrong === 'twice' ? text('field.twice') : undefined
        }
        autoComplete="off"
      />
      <TextField
        label={text('field.target')}
        value={entered.target}
        onChange={(target) => set({ target })}
        hint={text('field.target.hint')}
        error={
          wrong === 'target' ? text('field.target.bad') : wrong === 'same' ? text('field.same') : undefined
        }
        autoComplete="off"
      />
      <Checkbox checked={entered.keepPath} onChange={({ target }) => set({ keepPath: target.checked })}>
        {text('field.keepPath')}
      </Checkbox>
      <Checkbox checked={entered.keepQuery} onChange={({ target }) => set({ keepQuery: target.checked })}>
        {text('field.keepQuery')}
      </Checkbox>
    </EntryDialog>
  );
}
