import { MOVE_ENCODINGS, MOVE_PROTOCOLS } from '@sitedeck/contract';
import { TextField, useText } from '@sitedeck/ui/core';
import { SelectField } from '@sitedeck/ui/form-dialog';
import type { RefObject } from 'react';
import { moveTexts } from './move-texts';
import type { SourceField, SourceForm } from './use-source-form';

interface Props {
  readonly form: SourceForm;
  readonly wrong: readonly SourceField[];
  readonly change: (given: Partial<SourceForm>) => void;
  readonly password: RefObject<HTMLInputElement | null>;
}

type TextName = 'server' | 'port' | 'user' | 'password' | 'folder' | 'target';
type Typed = Omit<Props, 'password'> & {
  readonly name: TextName;
  readonly input?: RefObject<HTMLInputElement | null>;
};

const HINTED = ['server', 'folder', 'target'] as const;

function Typed({ name, form, wrong, change, input }: Typed) {
  const text = useText(moveTexts);
  const hint = HINTED.find((one) => one === name);
  return (
    <TextField
      label={text(`field.${name}`)}
      type={name === 'password' ? 'password' : 'text'}
      {...(name === 'port' && { inputMode: 'numeric' as const })}
      // A password manager would fill in the console's own sign-in.
      autoComplete={name === 'password' ? 'new-password' : 'off'}
      value={form[name]}
      onChange={(value) => change({ [name]: value })}
      error={wrong.includes(name) ? text(`wrong.${name}`) : undefined}
      hint={hint && text(`hint.${hint}`)}
      {...(input && { input })}
    />
  );
}

/** Where the site is now, and where it shall go. */
export function SourceFields({ password, ...fields }: Props) {
  const text = useText(moveTexts);
  const { form, change } = fields;
  return (
    <div className="tl-fields">
      <SelectField
        label={text('field.protocol')}
        value={form.protocol}
        options={MOVE_PROTOCOLS.map((value) => ({ value, label: text(`protocol.${value}`) }))}
        onChange={(protocol) => change({ protocol })}
      />
      <div className="tl-pair">
        <Typed name="server" {...fields} />
        <Typed name="port" {...fields} />
      </div>
      <Typed name="user" {...fields} />
      <Typed name="password" {...fields} input={password} />
      <Typed name="folder" {...fields} />
      <Typed name="target" {...fields} />
      <SelectField
        label={text('field.encoding')}
        value={form.encoding}
        options={MOVE_ENCODINGS.map((value) => ({ value, label: text(`encoding.${value}`) }))}
        onChange={(encoding) => change({ encoding })}
      />
    </div>
  );
}
