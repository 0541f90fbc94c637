import { ImportOutlined } from '@ant-design/icons';
import { Button, LockedTip, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { CreateButton } from '../points/CreateButton';
import type { PageKind } from '../points/page-kind';
import { pointsTexts } from '../points/points-texts';
import { UploadDialog } from '../points/UploadDialog';

/** Actions of the page: import an archive as a point, and 立即备份. */
export function PageActions({ page }: { readonly page: PageKind }) {
  const text = useText(pointsTexts);
  const blocked = useBlocked();
  const show = useDialog();
  return (
    <>
      {page === 'site' && (
        <LockedTip reason={blocked(text('act.upload'))}>
          <Button
            icon={<ImportOutlined aria-hidden />}
            onClick={() => show((gone) => <UploadDialog onGone={gone} />)}
          >
            {text('act.upload')}
          </Button>
        </LockedTip>
      )}
      <CreateButton page={page} />
    </>
  );
}
