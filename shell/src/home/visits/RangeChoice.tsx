import { VISIT_RANGES } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import type { VisitRange } from './visit-slots';
import { visitsTexts } from './visits-texts';

interface Props {
  readonly range: VisitRange;
  readonly onChange: (range: VisitRange) => void;
}

/** Chooses 24 hours or 30 days. Plain radio buttons, since the kit's own control is in a lazy facade. */
export function RangeChoice({ range, onChange }: Props) {
  const text = useText(visitsTexts);
  const name = useId();
  return (
    <fieldset className="sh-segments">
      <legend className="sd-visually-hidden">{text('range')}</legend>
      {VISIT_RANGES.map((one) => (
        <label key={one}>
          <input
            type="radio"
            className="sd-visually-hidden"
            name={name}
            checked={one === range}
            onChange={() => onChange(one)}
          />
          <span>{text(`range.${one}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
