import { Button, Modal, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId, useRef, useState } from 'react';
import { FileName } from '../parts/FileName';
import { ModifiedTime } from '../parts/ModifiedTime';
import {
  sameChoiceForAll,
  CHOICES,
  type ConflictChoice,
  type ConflictChoices,
  type Clash,
  type Facts,
  type ConflictQuestion,
} from './clash';
import { conflictTexts } from './conflict-texts';

/** Clashes listed one by one; the rest follow the choice for all. */
const LISTED = 200;

interface Props extends ConflictQuestion {
  readonly onAnswer: (choices: ConflictChoices | undefined) => void;
  readonly onGone: () => void;
}

/** Lists every taken name with size and date of both entries. The default keeps both, so nothing is lost. */
export function ConflictDialog({ clashes, title, confirm, onAnswer, onGone }: Props) {
  const text = useText(conflictTexts);
  const format = useLocaleFormat();
  const wayOut = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const [choices, setChoices] = useState<ConflictChoices>(() => sameChoiceForAll(clashes, 'both'));
  const rest = clashes.length - LISTED;

  const answer = (given: ConflictChoices | undefined) => {
    setOpen(false);
    onAnswer(given);
  };

  return (
    <Modal
      open={open}
      title={title}
      onCancel={() => answer(undefined)}
      first={wayOut}
      onGone={onGone}
      footer={
        <>
          <Button ref={wayOut} onClick={() => answer(undefined)}>
            {text('cancel')}
          </Button>
          <Button
            type="primary"
            danger={[...choices.values()].includes('overwrite')}
            onClick={() => answer(choices)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {clashes.length > 1 && (
        <div className="fm-clash-all" role="group" aria-label={text('all')}>
          <span>{text('all')}</span>
          {CHOICES.map((choice) => (
            <Button key={choice} size="small" onClick={() => setChoices(sameChoiceForAll(clashes, choice))}>
              {text(`all.${choice}`)}
            </Button>
          ))}
        </div>
      )}
      <ul className="fm-clashes">
        {clashes.slice(0, LISTED).map((clash) => (
          <Row
            key={clash.key}
            clash={clash}
            chosen={choices.get(clash.key) ?? 'both'}
            onChoose={(choice) => setChoices(new Map(choices).set(clash.key, choice))}
          />
        ))}
      </ul>
      {rest > 0 && <p className="sd-hint">{text('rest', { n: format.number(rest), count: rest })}</p>}
    </Modal>
  );
}

interface RowProps {
  readonly clash: Clash;
  readonly chosen: ConflictChoice;
  readonly onChoose: (choice: ConflictChoice) => void;
}

function Row({ clash: { name, now, coming, choices = CHOICES }, chosen, onChoose }: RowProps) {
  const text = useText(conflictTexts);
  const id = useId();
  const replacesFolder = chosen === 'overwrite' && now?.type === 'folder';
  return (
    <li>
      <div className="fm-clash-facts">
        <strong>
          <FileName name={name} />
        </strong>
        <Side label={text('now')} facts={now} />
        <Side label={text('coming')} facts={coming} />
      </div>
      <fieldset className="fm-clash-choice">
        <legend className="sd-visually-hidden">{text('choice', { name: visibleName(name) })}</legend>
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name={id} checked={chosen === choice} onChange={() => onChoose(choice)} />
            <span>{text(choice)}</span>
          </label>
        ))}
      </fieldset>
      {replacesFolder && <p className="fm-clash-warning">{text('replaces')}</p>}
    </li>
  );
}

function Side({ label, facts }: { readonly label: string; readonly facts: Facts | undefined }) {
  const text = useText(conflictTexts);
  const format = useLocaleFormat();
  if (!facts) return null;
  return (
    <span className="fm-clash-side">
      {label} {facts.type === 'folder' ? text('folder') : format.bytes(facts.size)} ·{' '}
      <ModifiedTime at={facts.mtime} />
    </span>
  );
}
