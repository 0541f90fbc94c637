import { APP_TITLE_MAX, LOCALES, type CatalogueApp, type Locale } from '@sitedeck/contract';
import { IconButton, SecretField, TextField, useText } from '@sitedeck/ui/core';
import { ReloadOutlined } from '@ant-design/icons';
import { generatePassword } from '@sitedeck/ui/generate-password';
import { SelectField } from '@sitedeck/ui/form-dialog';
import type { RefObject } from 'react';
import { appTexts } from './app-texts';
import type { InstallField, InstallFormState } from './use-install-form';

interface Props {
  readonly app: CatalogueApp;
  readonly state: InstallFormState;
  readonly first: RefObject<HTMLInputElement | null>;
}

type TypedProps = Pick<Props, 'state'> & {
  readonly name: InstallField;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly type?: 'email';
  readonly maxLength?: number;
};

const HINTED = ['folder', 'prefix', 'email'] as const;

function Typed({ name, state, input, ...native }: TypedProps) {
  const text = useText(appTexts);
  const hint = HINTED.find((one) => one === name);
  return (
    <TextField
      {...native}
      label={text(`field.${name}`)}
      value={state.form[name]}
      onChange={(value) => state.change({ [name]: value })}
      onBlur={() => state.leave(name)}
      autoComplete="off"
      error={state.shownWrong.includes(name) ? text(`wrong.${name}`) : undefined}
      hint={hint && text(`hint.${hint}`)}
      {...(input && { input })}
    />
  );
}

/** Where the app goes, and what it asks for. */
export function InstallFields({ app, state, first }: Props) {
  const asks = (question: (typeof app.asks)[number]) => app.asks.includes(question);
  return (
    <>
      <div className="ap-fields">
        <Typed name="folder" state={state} input={first} />
        {app.prefix !== undefined && <Typed name="prefix" state={state} maxLength={17} />}
        {asks('title') && <Typed name="title" state={state} maxLength={APP_TITLE_MAX} />}
        <Language state={state} />
        {asks('admin') && <Typed name="admin" state={state} maxLength={40} />}
        {asks('admin') && <Typed name="email" state={state} type="email" maxLength={100} />}
      </div>
      {asks('admin') && <Password state={state} />}
    </>
  );
}

function Language({ state }: Pick<Props, 'state'>) {
  const text = useText(appTexts);
  return (
    <SelectField<Locale>
      label={text('field.language')}
      value={state.form.language}
      onChange={(language) => state.change({ language })}
      options={LOCALES.map((value) => ({ value, label: text(`language.${value}`) }))}
    />
  );
}

/** Made by the browser. Only this page has it: the server stores none that can be read. */
function Password({ state }: Pick<Props, 'state'>) {
  const text = useText(appTexts);
  return (
    <div>
      <span className="sd-label">{text('field.password')}</span>
      <span className="sd-row">
        <SecretField name={text('field.password')} value={state.form.password} />
        <IconButton
          size="small"
          icon={<ReloadOutlined />}
          label={text('password.again')}
          onClick={() => state.change({ password: generatePassword() })}
        />
      </span>
      <p className="sd-hint sd-small">{text('hint.password')}</p>
    </div>
  );
}
