import { DOCUMENT_NAME_MAX, DOCUMENT_NAME_PATTERN, DOCUMENTS_MAX } from '@sitedeck/contract';
import { PlusOutlined } from '@ant-design/icons';
import { Button, LockedTip, TextField, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { homeTexts } from './home-texts';

export type NameProblem = 'bad' | 'twice' | 'full';

/** Why a name can't be added; the server checks again. */
export function nameProblem(name: string, names: readonly string[]): NameProblem | undefined {
  if (names.includes(name)) return 'twice';
  if (names.length >= DOCUMENTS_MAX) return 'full';
  return name.length > DOCUMENT_NAME_MAX || name.includes('..') || !DOCUMENT_NAME_PATTERN.test(name)
    ? 'bad'
    : undefined;
}

interface Props {
  readonly names: readonly string[];
  readonly blocked: string | undefined;
  readonly onAdd: (name: string) => void;
}

/** Asks for a name. Shows the problem after the first submit, then on each keystroke. */
export function AddDocument({ names, blocked, onAdd }: Props) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  const [typed, setTyped] = useState('');
  const [showsProblem, setShowsProblem] = useState(false);
  const name = typed.trim();
  const problem = nameProblem(name, names);
  const words = problem && text(`add.${problem}`, { name, n: format.number(DOCUMENTS_MAX) });

  const add = () => {
    if (blocked !== undefined) return;
    setShowsProblem(problem !== undefined);
    if (problem !== undefined) return;
    onAdd(name);
    setTyped('');
  };
  return (
    <form
      className="he-add"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={text('add.label')}
        value={typed}
        onChange={setTyped}
        placeholder={text('add.placeholder')}
        autoComplete="off"
        error={showsProblem ? words : undefined}
        onBlur={() => setShowsProblem(name !== '' && problem !== undefined)}
        end={
          <LockedTip reason={blocked}>
            <Button htmlType="submit" icon={<PlusOutlined aria-hidden />}>
              {text('add.act')}
            </Button>
          </LockedTip>
        }
      />
    </form>
  );
}
