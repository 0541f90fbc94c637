import { DOMAINS_MAX, type BindResult } from '@sitedeck/contract';
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
 * Binds domains, one a line. Each line is read while it is typed; the server is asked about them when the field is
 * left. After binding, domains that were refused stay in the dialog with what to do.
 */
export function BindDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(bindTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const first = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  const [withWww, setWithWww] = useState(false);
  const { results, fault, isChecking, check, send } = useBindCheck();
  const lines = readLines(typed);

  const submit = async (): Promise<FormOutcome> => {
    const names = lines.flatMap((line) => (line.is === 'ok' ? [line.name] : []));
    const outcome = await send(names, withWww);
    if (outcome.is === 'refused') return outcome;
    const answered = outcome.results;
    const bound = answered.filter(({ result }) => result === 'bound').length;
    if (bound > 0) message.success(text('done', { n: format.number(bound), count: bound }));
    const open = answered.filter((result) => !isBound(result));
    if (open.length === 0) return { is: 'done' };
    setTyped(open.map((result) => result.typed).join('\n'));
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
        onBlur={() => void check(typed, withWww)}
        input={first}
        rows={5}
        placeholder={text('placeholder')}
        hint={text('hint')}
      />
      <Checkbox
        checked={withWww}
        onChange={({ target }) => {
          setWithWww(target.checked);
          void check(typed, target.checked);
        }}
      >
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
