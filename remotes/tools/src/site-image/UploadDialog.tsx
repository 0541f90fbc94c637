import { readSitePath, SITE_IMAGE_NAME_MAX } from '@sitedeck/contract';
import { pollTasksNow, toFault } from '@sitedeck/sdk';
import { Button, TextField, useBlocked, useText } from '@sitedeck/ui/core';
import { FilePicker, parentOf, typedPath } from '@sitedeck/ui/file-picker';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';
import { NameFields, useNameForm } from './NameFields';

const ENDING = /(?:\.tar)?\.zst$/i;
const isImage = (name: string): boolean => ENDING.test(name);
const nameIn = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(ENDING, '')
    .slice(0, SITE_IMAGE_NAME_MAX);

/** Takes an image from a file of the host. */
export function UploadDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const form = useNameForm({ name: '', note: '' });
  const file = useImageFile();
  const first = useRef<HTMLInputElement>(null);
  const [isBrowsing, setBrowsing] = useState(false);
  const [upload] = imagesApi.useUploadSiteImageMutation();
  const submit = async (): Promise<FormOutcome> => {
    const path = file.read();
    const body = form.read();
    if (!body || path === undefined) return { is: 'stay' };
    const { error } = await upload({ body: { ...body, path } });
    pollTasksNow();
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  const choose = (path: string) => {
    file.type(path);
    if (form.name === '') form.setName(nameIn(path));
    setBrowsing(false);
    first.current?.focus();
  };
  return (
    <FormDialog
      className="tl-form tl-dialog"
      title={text('upload.title')}
      confirm={text('upload.confirm')}
      reason={blocked(text('upload.confirm'))}
      failed={text('upload.failed')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <p className="sd-secondary">{text('upload.body')}</p>
      <TextField
        label={text('upload.path')}
        value={file.typed}
        onChange={file.type}
        input={first}
        autoComplete="off"
        placeholder="/data/site.tar.zst"
        error={file.isWrong ? text('upload.badPath') : undefined}
        end={
          <Button aria-expanded={isBrowsing} onClick={() => setBrowsing(!isBrowsing)}>
            {text('upload.choose')}
          </Button>
        }
      />
      {isBrowsing && <FilePicker start={file.folder} accepts={isImage} onChoose={choose} />}
      <NameFields form={form} />
    </FormDialog>
  );
}

/** The typed or chosen path of the file. */
function useImageFile() {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const known = typedPath(typed);
  return {
    typed,
    isWrong,
    /** The folder that the picker shows first. */
    folder: known === undefined ? '/' : parentOf(known),
    type: (path: string) => {
      setTyped(path);
      setWrong(false);
    },
    /** Returns the path; undefined if the text is none, which the field then says. */
    read: () => {
      const path = known === undefined ? undefined : readSitePath(known);
      setWrong(path === undefined);
      return path;
    },
  };
}
