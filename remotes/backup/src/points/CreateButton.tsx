import { SaveOutlined } from '@ant-design/icons';
import { Button, LockedTip, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { CreateDialog } from './CreateDialog';
import type { PageKind } from './page-kind';
import { pointsTexts } from './points-texts';

export function CreateButton({ page }: { readonly page: PageKind }) {
  const text = useText(pointsTexts);
  const blocked = useBlocked();
  const show = useDialog();
  return (
    <LockedTip reason={blocked(text('act.create'))}>
      <Button
        type="primary"
        icon={<SaveOutlined aria-hidden />}
        onClick={() => show((gone) => <CreateDialog page={page} onGone={gone} />)}
      >
        {text('act.create')}
      </Button>
    </LockedTip>
  );
}
