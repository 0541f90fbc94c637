import { DOMAINS_MAX, shownDomain, type BindResult } from '@sitedeck/contract';
import { FaultNotice, useBlocked, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { Checkbox } from '@sitedeck/ui/page';
import { useRef, useState } from 'react';
import { LinesField } from '../frame/LinesField';
import { bindTexts } from './bind-texts';
import { ResultList } from './ResultList';
import { readLines } from './typed-lines';
import { useBindCheck } from './use-bind-check';

const isBound = ({ result }: BindResult): boolean => result === 'bound' || result === 'already';

/**
 * Binds domains, one per line. Lines are parsed and checked by the server while the user types. Domains that could not
 * be bound stay in the dialog with the reason and what to do.
 */
export function BindDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(bindTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const first = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  const [withWww, setWithWww] = useState(false);
  const lines = readLines(typed);
  const { results, fault, isChecking, send, show } = useBindCheck(lines, withWww);

  const submit = async (): Promise<FormOutcome> => {
    const outcome = await send();
    if (outcome.is === 'refused') return outcome;
    const answered = outcome.results;
    const bound = answered.filter(({ result }) => result === 'bound').length;
    if (bound > 0) message.success(text('done', { n: format.number(bound), count: bound }));
    const open = answered.filter((result) => !isBound(result));
    if (open.length === 0) return { is: 'done' };
    // A counterpart with or without `www.` that was refused gets a line of its own.
    setWithWww(false);
    setTyped(open.map((one) => (one.name === undefined ? one.typed : shownDomain(one.name))).join('\n'));
    show(open);
    return { is: 'stay' };
  };
  return (
    <FormDialog
      className="dm-form"
      title={text('title')}
      confirm={text('confirm')}
      reason={useReason(lines)}
      failed={text('failed')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <LinesField
        label={text('domains')}
        value={typed}
        onChange={setTyped}
        input={first}
        rows={5}
        placeholder={text('placeholder')}
        hint={text('hint')}
      />
      <Checkbox checked={withWww} onChange={({ target }) => setWithWww(target.checked)}>
        {text('withWww')}
      </Checkbox>
      <ResultList lines={lines} results={results} isChecking={isChecking} />
      {fault && <FaultNotice what={text('check.failed')} fault={fault} />}
    </FormDialog>
  );
}

/** Why these lines can't be bound now. */
function useReason(lines: ReturnType<typeof readLines>): string | undefined {
  const text = useText(bindTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked()(text('confirm'));
  if (blocked !== undefined) return blocked;
  if (lines.length === 0) return text('fill');
  if (lines.some(({ is }) => is === 'refused')) return text('fix');
  return lines.length > DOMAINS_MAX ? text('tooMany', { n: format.number(DOMAINS_MAX) }) : undefined;
}
