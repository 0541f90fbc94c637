import { PlusOutlined } from '@ant-design/icons';
import { Button, LockedTip, TextField, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { DOCUMENTS_MAX, nameProblem } from './document-name';
import { homeTexts } from './home-texts';

interface Props {
  readonly names: readonly string[];
  readonly blocked: string | undefined;
  readonly onAdd: (name: string) => void;
}

/** Told once it was asked for, then with every key. */
export function AddDocument({ names, blocked, onAdd }: Props) {
  const text = useText(homeTexts);
  const format = useLocaleFormat();
  const [typed, setTyped] = useState('');
  const [isTold, setTold] = useState(false);
  const name = typed.trim();
  const problem = nameProblem(name, names);
  const words = problem && text(`add.${problem}`, { name, n: format.number(DOCUMENTS_MAX) });

  const add = () => {
    if (blocked !== undefined) return;
    setTold(problem !== undefined);
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
        error={isTold ? words : undefined}
        onBlur={() => setTold(name !== '' && problem !== undefined)}
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
