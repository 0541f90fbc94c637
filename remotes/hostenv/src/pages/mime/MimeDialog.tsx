import {
  EXTENSION_MAX,
  EXTENSION_PATTERN,
  MIME_TYPE_MAX,
  MIME_TYPE_PATTERN,
  type CallReply,
  type listMimeTypes,
} from '@sitedeck/contract';
import { TextField, useBlocked, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { EntryDialog } from '../../frame/EntryDialog';
import { useSettingsSave } from '../../frame/use-settings-save';
import { replyOf, hostEnvApi } from '../../hostenv.api';
import { mimeTexts } from './mime-texts';

export type MimeReply = CallReply<typeof listMimeTypes>;
export type MimeRow = MimeReply['types'][number];

/** Normalises a typed extension: `.WebP` to `webp`. */
export const plainExtension = (typed: string): string => typed.trim().replace(/^\./, '').toLowerCase();

export const isExtension = (extension: string): boolean =>
  extension.length <= EXTENSION_MAX && EXTENSION_PATTERN.test(extension);
export const isMimeType = (type: string): boolean =>
  type.length <= MIME_TYPE_MAX && MIME_TYPE_PATTERN.test(type);

interface Props {
  /** The types when the dialog opened. */
  readonly data: MimeReply;
  /** The mapping to change; absent for a new one. */
  readonly given: MimeRow | undefined;
  readonly onGone: () => void;
}

export function MimeDialog({ data, given, onGone }: Props) {
  const text = useText(mimeTexts);
  const blocked = useBlocked();
  // Rendered outside the page, so it reads the current state itself.
  const { data: latest = data } = hostEnvApi.useListMimeTypesQuery({});
  const { types, version } = latest;
  const { save } = useSettingsSave();
  const [addMime] = hostEnvApi.useAddMimeMutation();
  const [typed, setTyped] = useState(given?.extension ?? '');
  const [typedType, setTypedType] = useState(given?.mimeType ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const extension = plainExtension(typed);
  const mimeType = typedType.trim();
  const existing = types.find((type) => type.extension === extension);
  const hint = existing && !given ? text('add.replaces', { type: existing.mimeType }) : text('add.type.hint');
  const wrong = { extension: !isExtension(extension), type: !isMimeType(mimeType) };

  const problems = useProblems(isSubmitted, wrong);

  const submit = async () => {
    setSubmitted(true);
    if (wrong.extension || wrong.type) return undefined;
    return save(
      [(base) => replyOf(addMime({ body: { extension, mimeType }, query: { version: base } }).unwrap())],
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
          error={problems.extension}
          autoComplete="off"
        />
      )}
      <TextField
        label={text('add.type')}
        value={typedType}
        onChange={setTypedType}
        {...(given && { input: first })}
        hint={hint}
        error={problems.type}
        autoComplete="off"
      />
    </EntryDialog>
  );
}

interface Wrong {
  readonly extension: boolean;
  readonly type: boolean;
}

/** The problems below the fields, shown after the first submit. */
function useProblems(isSubmitted: boolean, wrong: Wrong) {
  const text = useText(mimeTexts);
  return {
    extension: isSubmitted && wrong.extension ? text('add.extension.bad') : undefined,
    type: isSubmitted && wrong.type ? text('add.type.bad') : undefined,
  };
}
