import { CameraOutlined } from '@ant-design/icons';
import { Button, LockedTip, useDialog, useText } from '@sitedeck/ui/core';
import { CreateDialog } from './CreateDialog';
import { imageTexts } from './image-texts';
import { useNoNewImage } from './use-no-new-image';

/** Opens the dialog of a new image. */
export function CreateButton() {
  const text = useText(imageTexts);
  const show = useDialog();
  const reason = useNoNewImage(text('create'));
  return (
    <LockedTip reason={reason}>
      <Button
        type="primary"
        icon={<CameraOutlined aria-hidden />}
        onClick={() => reason === undefined && show((gone) => <CreateDialog onGone={gone} />)}
      >
        {text('create')}
      </Button>
    </LockedTip>
  );
}
