import { DOMAIN_LIST_MAX, type BindResult } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useBlocked, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { domainApi } from '../domain.api';
import { FilePick } from '../frame/FilePick';
import { LinesField } from '../frame/LinesField';
import { bindTexts } from './bind-texts';
import { ResultList } from './ResultList';
import type { TypedLine } from './typed-lines';

/** Binds the domains of a CSV list. Domains that were refused stay in the dialog with the reason. */
export function ImportDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(bindTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const { message } = useFeedback();
  const first = useRef<HTMLTextAreaElement>(null);
  const [csv, setCsv] = useState('');
  const [open, setOpen] = useState<readonly BindResult[]>([]);
  const [send] = domainApi.useImportDomainsMutation();

  const submit = async (): Promise<FormOutcome> => {
    const { data, error } = await send({ body: { csv } });
    if (!data) return { is: 'refused', fault: toFault(error) };
    const { results } = data;
    const bound = results.filter(({ result }) => result === 'bound').length;
    if (bound > 0) message.success(text('done', { n: format.number(bound), count: bound }));
    const rest = results.filter(({ result }) => result !== 'bound' && result !== 'already');
    setOpen(rest);
    return rest.length === 0 ? { is: 'done' } : { is: 'stay' };
  };
  const reason = () => {
    if (csv.trim() === '') return text('import.fill');
    return csv.length > DOMAIN_LIST_MAX ? text('import.tooLong') : undefined;
  };
  return (
    <FormDialog
      className="dm-form"
      title={text('import.title')}
      confirm={text('import.confirm')}
      reason={blocked(text('import.confirm')) ?? reason()}
      failed={text('import.failed')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <LinesField
        label={text('import.lines')}
        value={csv}
        onChange={setCsv}
        input={first}
        rows={7}
        placeholder={text('import.placeholder')}
        hint={text('import.hint')}
        end={<FilePick words={text('import.file')} accept=".csv,text/csv,text/plain" onRead={setCsv} />}
      />
      {open.length > 0 && (
        <ResultList
          lines={open.map(lineOf)}
          results={new Map(open.map((result) => [result.name ?? result.typed, result]))}
          isChecking={false}
        />
      )}
    </FormDialog>
  );
}

const lineOf = ({ typed, name = typed }: BindResult): TypedLine => ({ is: 'ok', typed, name, shown: typed });
