import { TextField, useText } from '@sitedeck/ui/core';
import type { ComponentProps } from 'react';
import type { TargetField } from './target-input';
import { targetsTexts } from './targets-texts';
import type { TargetForm } from './use-target-form';

type Native = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange' | 'error'>;

interface Props extends Native {
  readonly parts: TargetForm;
  readonly field: TargetField;
}

/** One field of a target, with its error. */
export function LocationField({ parts, field, ...native }: Props) {
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
