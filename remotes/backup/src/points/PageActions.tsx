import { ImportOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, LockedTip, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { CreateDialog } from './CreateDialog';
import type { PageKind } from './page-kind';
import { pointsTexts } from './points-texts';
import { UploadDialog } from './UploadDialog';

/** Actions of the page: import an archive as a point, and back up now (立即备份). */
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

/** The button to back up now (立即备份), also on a page without points. */
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
