import { TextField, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { EntryDialog } from '../../frame/EntryDialog';
import { useBlocked } from '../../frame/use-blocked';
import { useSettingsSave } from '../../frame/use-settings-save';
import { answered, hostEnvApi } from '../../hostenv.api';
import { isExtension, isMimeType, plainExtension } from './mime-form';
import type { MimeRow } from './MimeList';
import { mimeTexts } from './mime-texts';

interface Props {
  readonly types: readonly MimeRow[];
  readonly version: number;
  /** Its type is to be changed; absent: a new one. */
  readonly given: MimeRow | undefined;
  readonly onGone: () => void;
}

export function MimeDialog({ types, version, given, onGone }: Props) {
  const text = useText(mimeTexts);
  const blocked = useBlocked();
  const { save } = useSettingsSave();
  const [addMime] = hostEnvApi.useAddMimeMutation();
  const [typed, setTyped] = useState(given?.extension ?? '');
  const [typedType, setTypedType] = useState(given?.mimeType ?? '');
  const [isTold, setTold] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const extension = plainExtension(typed);
  const mimeType = typedType.trim();
  const there = types.find((type) => type.extension === extension);
  const wrong = { extension: !isExtension(extension), type: !isMimeType(mimeType) };

  const submit = async () => {
    setTold(true);
    if (wrong.extension || wrong.type) return undefined;
    return save(
      [(base) => answered(addMime({ body: { extension, mimeType }, query: { version: base } }).unwrap())],
      version,
      { done: text('add.done', { extension }), undo: true, refusal: 'caller' },
    );
  };
  return (
    <EntryDialog
      title={given ? text('change.title', { extension: given.extension }) : text('add.title')}
      confirm={text(given ? 'change' : 'add')}
      reason={blocked(text('add'))}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      {!given && (
        <TextField
          label={text('add.extension')}
          value={typed}
          onChange={setTyped}
          input={first}
          hint={text('add.extension.hint')}
          error={isTold && wrong.extension ? text('add.extension.bad') : undefined}
          autoComplete="off"
        />
      )}
      <TextField
        label={text('add.type')}
        value={typedType}
        onChange={setTypedType}
        {...(given && { input: first })}
        hint={there && !given ? text('add.replaces', { type: there.mimeType }) : text('add.type.hint')}
        error={isTold && wrong.type ? text('add.type.bad') : undefined}
        autoComplete="off"
      />
    </EntryDialog>
  );
}
