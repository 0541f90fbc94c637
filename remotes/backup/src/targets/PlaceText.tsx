import { TextField, useText } from '@sitedeck/ui/core';
import type { ComponentProps } from 'react';
import type { PlaceField } from './place-form';
import { targetsTexts } from './targets-texts';
import type { TargetForm } from './use-target-form';

type Native = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange' | 'error'>;

interface Props extends Native {
  readonly parts: TargetForm;
  readonly field: PlaceField;
}

/** One field of a target, with what is wrong with it. */
export function PlaceText({ parts, field, ...native }: Props) {
  const text = useText(targetsTexts);
  return (
    <TextField
      autoComplete="off"
      {...native}
      label={text(`field.${field}`)}
      value={parts.form[field]}
      onChange={(value) => parts.type(field, value)}
      error={parts.problems[field]}
    />
  );
}
