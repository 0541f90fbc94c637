import { REPLACED_TEXT_MIN } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { FaultNotice, Skeleton, TextField, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';
import { actionTexts } from '../page/action-texts';
import { ReplaceFound } from './ReplaceFound';

/** Replaces a site's address in the database (替换网址), after a preview of where it would be replaced. */
export function ReplaceDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(actionTexts);
  const acts = useText(databaseTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const entry = useReplaceInput();
  const check = useCheck(entry);
  const first = useRef<HTMLInputElement>(null);
  const [start] = databaseApi.useReplaceUrlMutation();
  const { found } = check;

  const submit = async (): Promise<FormOutcome> => {
    entry.showProblem();
    if (entry.problem !== undefined) {
      first.current?.focus();
      return { is: 'stay' };
    }
    if (!found) {
      check.run();
      return { is: 'stay' };
    }
    const { error } = await start({ body: entry.values });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };

  const reason = found
    ? (blocked(acts('act.replace')) ?? (found.rows === 0 ? text('replace.none') : undefined))
    : undefined;
  return (
    <FormDialog
      className="db-form"
      title={acts('act.replace')}
      confirm={
        found && found.rows > 0
          ? text('replace.start', { n: format.number(found.rows), count: found.rows })
          : text('replace.check')
      }
      reason={reason}
      busy={check.isFetching}
      failed={text('replace.refused')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <p>{text('replace.why')}</p>
      <TextField
        label={text('replace.from')}
        input={first}
        value={entry.from}
        onChange={entry.typeFrom}
        placeholder="http://old.example.com"
        error={entry.shownProblem && text(entry.shownProblem, { n: REPLACED_TEXT_MIN })}
        autoComplete="off"
      />
      <TextField
        label={text('replace.to')}
        value={entry.to}
        onChange={entry.typeTo}
        placeholder="https://www.example.com"
        autoComplete="off"
      />
      {check.isFetching && (
        <div className="db-check" role="status">
          <span className="sd-hint">{text('replace.checking')}</span>
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        </div>
      )}
      {check.error !== undefined && !check.isFetching && (
        <FaultNotice what={text('replace.checkFailed')} fault={toFault(check.error)} />
      )}
      {found && <ReplaceFound found={found} />}
      <p className="sd-hint sd-small">{text('replace.safety')}</p>
    </FormDialog>
  );
}

/** The input, with its error once the user has submitted. */
function useReplaceInput() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const problem =
    from.length < REPLACED_TEXT_MIN ? 'replace.short' : from === to ? 'replace.same' : undefined;
  return {
    from,
    to,
    values: { from, to },
    problem,
    shownProblem: isSubmitted ? problem : undefined,
    showProblem: () => setSubmitted(true),
    typeFrom: setFrom,
    typeTo: setTo,
  } as const;
}

/** Checks an input. The result counts only as long as the input is unchanged. */
function useCheck({ values: { from, to } }: Pick<ReturnType<typeof useReplaceInput>, 'values'>) {
  const [checkedInput, setCheckedInput] = useState<{ readonly from: string; readonly to: string }>();
  const isChecked = checkedInput !== undefined && checkedInput.from === from && checkedInput.to === to;
  const { currentData, error, isFetching, refetch } = databaseApi.useCheckReplaceUrlQuery(
    { body: checkedInput ?? { from, to } },
    { skip: !isChecked },
  );
  return {
    found: isChecked && !isFetching && error === undefined ? currentData : undefined,
    error: isChecked ? error : undefined,
    isFetching: isChecked && isFetching,
    run: () => (isChecked ? void refetch() : setCheckedInput({ from, to })),
  };
}
