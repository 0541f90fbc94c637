import { downloadSiteImage, type SiteImage } from '@sitedeck/contract';
import { call, serverAddress } from '@sitedeck/sdk';
import { saveFrom, useBlocked, useConfirm, useDialog, useFeedback, useText } from '@sitedeck/ui/core';
import type { RowAct } from '@sitedeck/ui/page';
import { imagesApi } from '../images.api';
import { DeployDialog } from './DeployDialog';
import { DetailsDialog } from './DetailsDialog';
import { EditDialog } from './EditDialog';
import { imageTexts } from './image-texts';

/** Downloads an image. The shell announces a refusal. */
async function download({ id }: SiteImage): Promise<void> {
  const reply = await call(downloadSiteImage, { body: { image: id } }).catch(() => undefined);
  if (reply) saveFrom(serverAddress(reply.url), '');
}

function useRemove(): (image: SiteImage) => Promise<void> {
  const text = useText(imageTexts);
  const confirm = useConfirm();
  const { message } = useFeedback();
  const [remove] = imagesApi.useRemoveSiteImageMutation();
  return async ({ id, name }) => {
    const question = {
      title: text('remove.title', { name }),
      body: text('remove.body'),
      confirm: text('remove.confirm'),
    };
    if (!(await confirm.danger(question))) return;
    const { error } = await remove({ body: { image: id } });
    if (error === undefined) message.success(text('remove.done'));
  };
}

/** What can be done with an image. */
export function useImageActs(): readonly RowAct<SiteImage>[] {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const remove = useRemove();
  return [
    {
      key: 'deploy',
      label: text('deploy'),
      reason: () => blocked(text('deploy')),
      run: (image) => show((gone) => <DeployDialog image={image} onGone={gone} />),
    },
    { key: 'download', label: text('download'), run: (image) => void download(image) },
    {
      key: 'details',
      label: text('details'),
      run: (image) => show((gone) => <DetailsDialog image={image} onGone={gone} />),
    },
    {
      key: 'edit',
      label: text('edit'),
      run: (image) => show((gone) => <EditDialog image={image} onGone={gone} />),
    },
    { key: 'remove', label: text('remove'), danger: true, run: (image) => void remove(image) },
  ];
}
