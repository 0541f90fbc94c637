import { NAME_FILTER_MAX, SEARCH_TEXT_MAX } from '@sitedeck/contract';
import { Button, TextField, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Select } from '@sitedeck/ui/page';
import { useId, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { HOURS, searchProblem, type SearchRequest, type SearchProblem } from './search-request';
import { searchTexts } from './search-texts';

interface Props {
  readonly request: SearchRequest;
  readonly onChange: (request: SearchRequest) => void;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
  /** Whether the replacement field is shown. */
  readonly replaces: boolean;
  readonly onReplaces: (replaces: boolean) => void;
  /** Rendered below the fields. */
  readonly children?: ReactNode;
}

const OPTIONS = [
  ['matchCase', 'option.case'],
  ['wholeWord', 'option.word'],
  ['regex', 'option.regex'],
] as const;

/** The search fields. Enter in any of them starts the search. */
export function SearchForm({ request, onChange, first, isRunning, onRun, onStop, ...props }: Props) {
  const text = useText(searchTexts);
  const [problem, setProblem] = useState<SearchProblem>();
  const change = (part: Partial<SearchRequest>) => {
    setProblem(undefined);
    onChange({ ...request, ...part });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = searchProblem(request);
    setProblem(found);
    if (found === undefined) onRun();
    else if (found === 'nothing') first.current?.focus();
  };
  return (
    <form className="fm-search-form" role="search" noValidate onSubmit={submit}>
      <TextField
        label={text('name')}
        input={first}
        value={request.name}
        maxLength={NAME_FILTER_MAX}
        placeholder={text('name.hint')}
        onChange={(name) => change({ name })}
        error={problem === 'nothing' ? text('problem.nothing') : undefined}
        autoComplete="off"
      />
      <TextField
        label={text('text')}
        value={request.text}
        maxLength={SEARCH_TEXT_MAX}
        onChange={(typed) => change({ text: typed })}
        autoComplete="off"
      />
      <TextField
        label={text('folder')}
        value={request.folder}
        onChange={(folder) => change({ folder })}
        error={problem === 'folder' ? text('problem.folder') : undefined}
        autoComplete="off"
        dir="auto"
      />
      <Changed hours={request.hours} onChange={(hours) => change({ hours })} />
      <div className="fm-search-acts">
        {OPTIONS.map(([option, label]) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={request[option]}
              onChange={({ target }) => change({ [option]: target.checked })}
            />
            {text(label)}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={props.replaces}
            onChange={({ target }) => props.onReplaces(target.checked)}
          />
          {text('replace')}
        </label>
        <span className="fm-gap" />
        {isRunning && <Button onClick={onStop}>{text('stop')}</Button>}
        <Button type="primary" htmlType="submit">
          {text('run')}
        </Button>
      </div>
      {props.children}
    </form>
  );
}

interface ChangedProps {
  readonly hours: number;
  readonly onChange: (hours: number) => void;
}

function Changed({ hours, onChange }: ChangedProps) {
  const text = useText(searchTexts);
  const format = useLocaleFormat();
  const id = useId();
  const words = (value: number) => {
    if (value === 0) return text('hours.any');
    const [unit, n] = value < 24 ? (['hours', value] as const) : (['days', value / 24] as const);
    return text(`hours.${unit}`, { n: format.number(n), count: n });
  };
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {text('hours')}
      </label>
      <Select<number>
        id={id}
        className="fm-form-select"
        value={hours}
        options={HOURS.map((value) => ({ value, label: words(value) }))}
        onChange={onChange}
      />
    </div>
  );
}
