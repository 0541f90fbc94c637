import { ImportOutlined } from '@ant-design/icons';
import { isActive, useLock, useTasks } from '@sitedeck/sdk';
import { Button, LockedTip, PageHeader, useDialog, useText } from '@sitedeck/ui/core';
import { CreateButton } from './CreateButton';
import { ImageList } from './ImageList';
import { IMAGE_KINDS } from './image-kinds';
import { imageTexts } from './image-texts';
import { RunningImage } from './RunningImage';
import { UndoNotice } from './UndoNotice';
import { UploadDialog } from './UploadDialog';
import { useNoNewImage } from './use-no-new-image';

/** The site image page (网站镜像): makes, keeps and deploys images of the site. */
export function SiteImagePage() {
  const text = useText(imageTexts);
  const lock = useLock();
  const open = useTasks().tasks.filter(
    (task) => IMAGE_KINDS.some((kind) => kind === task.taskType) && isActive(task),
  );
  return (
    <>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={<PageActs />}
      />
      <div className="tl-body">
        {open.length > 0 && (
          <section className="tl-card sd-card tl-stack" aria-label={text('running')}>
            {open.map((task) => (
              <RunningImage key={task.id} task={task} />
            ))}
          </section>
        )}
        <UndoNotice />
        <ImageList />
      </div>
    </>
  );
}

function PageActs() {
  const text = useText(imageTexts);
  const show = useDialog();
  const reason = useNoNewImage(text('upload'));
  return (
    <>
      <LockedTip reason={reason}>
        <Button
          icon={<ImportOutlined aria-hidden />}
          onClick={() => reason === undefined && show((gone) => <UploadDialog onGone={gone} />)}
        >
          {text('upload')}
        </Button>
      </LockedTip>
      <CreateButton />
    </>
  );
}
