import type { Domain } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { Checkbox } from '@sitedeck/ui/page';
import { applyTexts } from './apply-texts';

interface Props {
  readonly choices: readonly Domain[];
  /** Stored names that are ticked. */
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Checkboxes for the domains of the certificate; a single domain is shown as text. */
export function NameChoice({ choices, names, onChange }: Props) {
  const text = useText(applyTexts);
  const [only, ...others] = choices;
  if (only && others.length === 0 && names.includes(only.name))
    return (
      <p>
        <span className="sd-label">{text('names')}</span>
        <strong>{only.shown}</strong>
      </p>
    );
  const toggle = (name: string, on: boolean) =>
    onChange(choices.map((one) => one.name).filter((one) => (one === name ? on : names.includes(one))));
  return (
    <fieldset className="dm-names">
      <legend className="sd-label">{text('names')}</legend>
      {choices.map(({ name, shown }) => (
        <Checkbox
          key={name}
          checked={names.includes(name)}
          onChange={({ target }) => toggle(name, target.checked)}
        >
          {shown}
        </Checkbox>
      ))}
    </fieldset>
  );
}
