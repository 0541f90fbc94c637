import { CDN_COOKIES_MAX, CDN_PARAMETERS_MAX } from '@sitedeck/contract';
import { TextField, useBlocked, useFeedback, useText } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { LinesField } from '../../frame/LinesField';
import { cdnApi, type CdnReply } from '../cdn.api';
import { cdnTexts } from '../cdn-texts';
import { inDialog, isNewer, useSaveCdn } from '../use-cdn-changes';
import { queryFormOf, readQueryForm, type QueryForm, type QueryProblem } from './query-form';
import { rulesTexts } from './rules-texts';

interface Props {
  /** The settings when the dialog opened. */
  readonly data: CdnReply;
  readonly onGone: () => void;
}

const POLICIES = ['all', 'none', 'only'] as const;

/** Chooses the query parameters of the cache key and the cookies that bypass the cache. */
export function QueryDialog({ data, onGone }: Props) {
  const text = useText(rulesTexts);
  const page = useText(cdnTexts);
  const blocked = useBlocked();
  const { message } = useFeedback();
  // Rendered outside the page, so it reads the current state itself.
  const { data: latest = data } = cdnApi.useReadCdnQuery({});
  const save = useSaveCdn();
  const [form, setForm] = useState(() => queryFormOf(data));
  const [isSubmitted, setSubmitted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const read = readQueryForm(form);
  const error = useError(isSubmitted && read.is === 'wrong' ? read.problem : undefined);
  const set = (part: Partial<QueryForm>) => setForm((now) => ({ ...now, ...part }));

  const submit = async (): Promise<FormOutcome> => {
    setSubmitted(true);
    if (read.is === 'wrong') return { is: 'stay' };
    const { query, cookies } = read;
    const outcome = await save({ rules: latest.rules, query, cookies }, latest.version);
    if (outcome.is === 'refused') return inDialog(outcome.fault);
    message.success(text('query.done'));
    return { is: 'done' };
  };
  return (
    <FormDialog
      className="dm-form"
      title={text('query.title')}
      confirm={text('query.save')}
      reason={blocked(text('query.save'))}
      failed={(fault) => (isNewer(fault) ? page('newer.again') : text('query.failed'))}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <Choices<QueryForm['is']>
        legend={text('query')}
        value={form.is}
        onChange={(is) => set({ is })}
        input={first}
        options={POLICIES.map((value) => ({
          value,
          label: text(`query.${value}`),
          hint: text(`query.${value}.hint`),
        }))}
      />
      {form.is === 'only' && (
        <TextField
          label={text('query.names')}
          value={form.names}
          onChange={(names) => set({ names })}
          hint={text('query.names.hint')}
          error={error('names')}
          autoComplete="off"
        />
      )}
      <LinesField
        label={text('cookies')}
        value={form.cookies}
        onChange={(cookies) => set({ cookies })}
        rows={6}
        hint={text('cookies.hint')}
        error={error('cookies')}
      />
    </FormDialog>
  );
}

/** Returns a function that gives the error message of a field. */
function useError(problem: QueryProblem | undefined): (field: QueryProblem['in']) => string | undefined {
  const text = useText(rulesTexts);
  const max = { names: CDN_PARAMETERS_MAX, cookies: CDN_COOKIES_MAX };
  return (field) => {
    if (problem?.in !== field) return undefined;
    if (problem.is === 'word') return text(`${field}.word`, { word: problem.word });
    return problem.is === 'many' ? text('many', { n: max[field] }) : text('names.empty');
  };
}
