import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { FUNCTION_NAME_MAX, FUNCTION_NAME_PATTERN } from '@sitedeck/contract';
import { Button, LockedTip, TextField, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { STANDARD_FUNCTIONS } from './php-fields';
import { phpTexts } from './php-texts';
import { UnsavedDot } from './UnsavedDot';

interface Props {
  /** Separated by commas; empty: none. */
  readonly names: string;
  readonly isChanged: boolean;
  readonly onChange: (names: string) => void;
}

const isFunctionName = (name: string): boolean =>
  name.length <= FUNCTION_NAME_MAX && FUNCTION_NAME_PATTERN.test(name);

/** The disabled PHP functions. */
export function Functions({ names, isChanged, onChange }: Props) {
  const text = useText(phpTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const [isAdding, setAdding] = useState(false);
  const listed = names === '' ? [] : names.split(',');
  const why = blocked(text('field.functions'));
  const same = names === STANDARD_FUNCTIONS ? text('functions.same') : undefined;
  return (
    <section className="he-card sd-card">
      <div className="he-card-head">
        <h2>
          {text('field.functions')} {isChanged && <UnsavedDot />}
        </h2>
        <span className="sd-hint sd-small">
          disable_functions ·{' '}
          {text('functions.count', { n: format.number(listed.length), count: listed.length })}
        </span>
        <LockedTip reason={why ?? same}>
          <button type="button" className="sd-link-button" onClick={() => onChange(STANDARD_FUNCTIONS)}>
            {text('functions.standard')}
          </button>
        </LockedTip>
      </div>
      <ul className="he-php-functions" aria-label={text('field.functions')}>
        {listed.length === 0 && <li className="sd-secondary">{text('functions.none')}</li>}
        {listed.map((name) => (
          <li key={name} className="he-php-function sd-mono">
            {name}
            <LockedTip reason={why}>
              <button
                type="button"
                aria-label={text('functions.remove', { name })}
                onClick={() => onChange(listed.filter((one) => one !== name).join(','))}
              >
                <CloseOutlined aria-hidden />
              </button>
            </LockedTip>
          </li>
        ))}
        {!isAdding && (
          <li>
            <LockedTip reason={why}>
              <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                {text('functions.add')}
              </Button>
            </LockedTip>
          </li>
        )}
      </ul>
      {isAdding && (
        <Add
          listed={listed}
          onAdd={(added) => onChange([...listed, ...added].join(','))}
          onDone={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface AddProps {
  readonly listed: readonly string[];
  readonly onAdd: (names: readonly string[]) => void;
  readonly onDone: () => void;
}

function Add({ listed, onAdd, onDone }: AddProps) {
  const text = useText(phpTexts);
  const [typed, setTyped] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const names = typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((name) => name !== '');
  const wrong = names.find((name) => !isFunctionName(name));
  const fits = names.length > 0 && wrong === undefined;
  return (
    <form
      className="he-add"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (!fits) return field.current?.focus();
        onAdd([...new Set(names)].filter((name) => !listed.includes(name)));
        onDone();
      }}
    >
      <TextField
        label={text('functions.name')}
        value={typed}
        onChange={setTyped}
        input={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just pressed the button that shows it
        autoFocus
        hint={text('functions.hint')}
        error={isSubmitted && !fits ? text('functions.bad', { name: wrong ?? '' }) : undefined}
        autoComplete="off"
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        end={
          <>
            <Button htmlType="submit">{text('functions.add')}</Button>
            <Button onClick={onDone}>{text('cancel')}</Button>
          </>
        }
      />
    </form>
  );
}
