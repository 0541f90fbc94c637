import type { SiteImage } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';
import { NameFields, useNameForm } from './NameFields';

interface Props {
  readonly image: SiteImage;
  readonly onGone: () => void;
}

/** Changes the name and the note of an image. */
export function EditDialog({ image, onGone }: Props) {
  const text = useText(imageTexts);
  const form = useNameForm(image);
  const [change] = imagesApi.useNoteSiteImageMutation();
  const submit = async (): Promise<FormOutcome> => {
    const changes = form.read();
    if (!changes) return { is: 'stay' };
    const { error } = await change({ body: { image: image.id, ...changes } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="tl-form tl-dialog"
      title={text('edit.title')}
      confirm={text('edit.save')}
      failed={text('edit.failed')}
      submit={submit}
      first={form.input}
      onGone={onGone}
    >
      <NameFields form={form} />
    </FormDialog>
  );
}
