import { readSitePath } from '@sitedeck/contract';
import { pollTasksNow, toFault } from '@sitedeck/sdk';
import { TextField, useBlocked, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';
import { NameFields, useNameForm } from './NameFields';

/** Takes an image from a file of the host. */
export function UploadDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const form = useNameForm({ name: '', note: '' });
  const [path, setPath] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [upload] = imagesApi.useUploadSiteImageMutation();
  const submit = async (): Promise<FormOutcome> => {
    const body = form.read();
    const file = readSitePath(path.trim());
    setWrong(file === undefined);
    if (!body || file === undefined) return { is: 'stay' };
    const { error } = await upload({ body: { ...body, path: file } });
    pollTasksNow();
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="tl-form"
      title={text('upload.title')}
      confirm={text('upload')}
      reason={blocked(text('upload'))}
      failed={text('upload.failed')}
      submit={submit}
      begins
      first={form.input}
      onGone={onGone}
    >
      <p className="sd-secondary">{text('upload.body')}</p>
      <NameFields form={form} />
      <TextField
        label={text('upload.path')}
        value={path}
        onChange={setPath}
        placeholder="/data/site.tar.zst"
        error={isWrong ? text('upload.badPath') : undefined}
      />
    </FormDialog>
  );
}
