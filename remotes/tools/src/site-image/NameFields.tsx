import { SITE_IMAGE_NAME_MAX, SITE_IMAGE_NOTE_MAX } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { TextField, useText } from '@sitedeck/ui/core';
import { useRef, useState, type RefObject } from 'react';
import { imageTexts } from './image-texts';

export interface NameForm {
  readonly name: string;
  readonly note: string;
  readonly isMissing: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly setName: (name: string) => void;
  readonly setNote: (note: string) => void;
  /** Returns what was entered; undefined if the name is missing, which the field then says. */
  readonly read: () => { readonly name: string; readonly note: string } | undefined;
}

/** The local day of a moment, as in `2026-11-21`. */
export const dayOf = (ms: number): string => formatTime(new Date(ms).toISOString()).slice(0, 10);

/** State of the two fields that every image has. */
export function useNameForm(given: { readonly name: string; readonly note: string }): NameForm {
  const [name, setName] = useState(given.name);
  const [note, setNote] = useState(given.note);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const read = () => {
    const entered = { name: name.trim(), note: note.trim() };
    setMissing(entered.name === '');
    if (entered.name !== '') return entered;
    input.current?.focus();
    return undefined;
  };
  const change = (typed: string) => {
    setName(typed);
    setMissing(false);
  };
  return { name, note, isMissing, input, setName: change, setNote, read };
}

export function NameFields({ form }: { readonly form: NameForm }) {
  const text = useText(imageTexts);
  return (
    <>
      <TextField
        label={text('name')}
        value={form.name}
        onChange={form.setName}
        input={form.input}
        maxLength={SITE_IMAGE_NAME_MAX}
        autoComplete="off"
        error={form.isMissing ? text('name.missing') : undefined}
      />
      <TextField
        label={text('note')}
        value={form.note}
        onChange={form.setNote}
        maxLength={SITE_IMAGE_NOTE_MAX}
        autoComplete="off"
        placeholder={text('note.example')}
      />
    </>
  );
}
