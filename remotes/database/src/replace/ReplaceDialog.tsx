import { toFault } from '@sitedeck/sdk';
import { FaultNotice, Skeleton, TextField, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';
import { actTexts } from '../page/act-texts';
import { ReplaceFound } from './ReplaceFound';

/** The call takes no shorter one: it would be found everywhere. */
const SHORTEST = 3;

/** 替换网址: first where it would be replaced, then the replacement. */
export function ReplaceDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(actTexts);
  const acts = useText(databaseTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const entry = useEntry();
  const check = useCheck(entry);
  const first = useRef<HTMLInputElement>(null);
  const [start] = databaseApi.useReplaceUrlMutation();
  const { found } = check;

  const submit = async (): Promise<FormOutcome> => {
    entry.tell();
    if (entry.flaw !== undefined) {
      first.current?.focus();
      return { is: 'stay' };
    }
    if (!found) {
      check.run();
      return { is: 'stay' };
    }
    const { error } = await start({ body: entry.wish });
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
        error={entry.told && text(entry.told, { n: SHORTEST })}
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

/** What is typed; told what is wrong with it once it was asked for. */
function useEntry() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isTold, setTold] = useState(false);
  const flaw = from.length < SHORTEST ? 'replace.short' : from === to ? 'replace.same' : undefined;
  return {
    from,
    to,
    wish: { from, to },
    flaw,
    told: isTold ? flaw : undefined,
    tell: () => setTold(true),
    typeFrom: setFrom,
    typeTo: setTo,
  } as const;
}

/** What was found counts only for what it was asked with. */
function useCheck({ wish: { from, to } }: Pick<ReturnType<typeof useEntry>, 'wish'>) {
  const [asked, setAsked] = useState<{ readonly from: string; readonly to: string }>();
  const isAsked = asked !== undefined && asked.from === from && asked.to === to;
  const { currentData, error, isFetching, refetch } = databaseApi.useCheckReplaceUrlQuery(
    { body: asked ?? { from, to } },
    { skip: !isAsked },
  );
  return {
    found: isAsked && !isFetching && error === undefined ? currentData : undefined,
    error: isAsked ? error : undefined,
    isFetching: isAsked && isFetching,
    run: () => (isAsked ? void refetch() : setAsked({ from, to })),
  };
}
