import { pollTasksNow, serverNow, toFault, useCurrentHost } from '@sitedeck/sdk';
import { useBlocked, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';
import { dayOf, NameFields, useNameForm } from './NameFields';

/** Asks for the name of a new image. */
export function CreateDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const { hostName } = useCurrentHost().hostService;
  const form = useNameForm({ name: `${hostName} ${dayOf(serverNow())}`, note: '' });
  const [create] = imagesApi.useCreateSiteImageMutation();
  const submit = async (): Promise<FormOutcome> => {
    const body = form.read();
    if (!body) return { is: 'stay' };
    const { error } = await create({ body });
    pollTasksNow();
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="tl-form tl-dialog"
      title={text('create.title')}
      confirm={text('create')}
      reason={blocked(text('create'))}
      failed={text('create.failed')}
      submit={submit}
      begins
      first={form.input}
      onGone={onGone}
    >
      <p className="sd-secondary">{text('create.body')}</p>
      <NameFields form={form} />
    </FormDialog>
  );
}
