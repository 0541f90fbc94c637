import { useText } from '@sitedeck/ui/core';
import { Choices } from '@sitedeck/ui/form-dialog';
import { Input, Select } from '@sitedeck/ui/page';
import { useId } from 'react';
import { UNITS, type TimeChoice, type TimeUnit } from './cache-time';
import { rulesTexts } from './rules-texts';

const UNIT_NAMES = Object.keys(UNITS) as readonly TimeUnit[];
const KINDS = ['origin', 'none', 'time'] as const;

interface Props {
  readonly legend: string;
  readonly value: TimeChoice;
  readonly onChange: (value: TimeChoice) => void;
  readonly isWrong: boolean;
}

/** A cache time: a number with a unit, none, or as the headers of the origin say. */
export function TimeField({ legend, value, onChange, isWrong }: Props) {
  const text = useText(rulesTexts);
  const id = useId();
  return (
    <div>
      <Choices<TimeChoice['is']>
        legend={legend}
        value={value.is}
        onChange={(is) => onChange({ ...value, is })}
        options={KINDS.map((is) => ({ value: is, label: text(`time.choice.${is}`) }))}
      />
      {value.is === 'time' && (
        <div className="dc-time">
          <Input
            aria-label={text('time.amount', { name: legend })}
            aria-invalid={isWrong}
            aria-describedby={id}
            {...(isWrong && { status: 'error' as const })}
            inputMode="numeric"
            value={value.amount}
            onChange={({ target }) => onChange({ ...value, amount: target.value })}
          />
          <Select<TimeUnit>
            aria-label={text('time.unit', { name: legend })}
            value={value.unit}
            onChange={(unit) => onChange({ ...value, unit })}
            options={UNIT_NAMES.map((unit) => ({ value: unit, label: text(`unit.${unit}`) }))}
          />
        </div>
      )}
      <p id={id} className="sd-field-error" role="alert">
        {isWrong && text('problem.time')}
      </p>
    </div>
  );
}
