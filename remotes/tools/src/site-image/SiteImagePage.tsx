import { CameraOutlined, ImportOutlined } from '@ant-design/icons';
import { isActive, useLock, useTasks } from '@sitedeck/sdk';
import { Button, LockedTip, PageHeader, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { CreateDialog } from './CreateDialog';
import { ImageList } from './ImageList';
import { IMAGE_KINDS } from './image-kinds';
import { imageTexts } from './image-texts';
import { RunningTask } from './RunningTask';
import { UndoNotice } from './UndoNotice';
import { UploadDialog } from './UploadDialog';

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
          <section className="tl-card sd-card tl-stack" aria-labelledby="tl-running">
            <h2 id="tl-running">{text('running')}</h2>
            {open.map((task) => (
              <RunningTask key={task.id} task={task} />
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
  const blocked = useBlocked();
  const show = useDialog();
  return (
    <>
      <LockedTip reason={blocked(text('upload'))}>
        <Button
          icon={<ImportOutlined aria-hidden />}
          onClick={() => show((gone) => <UploadDialog onGone={gone} />)}
        >
          {text('upload')}
        </Button>
      </LockedTip>
      <LockedTip reason={blocked(text('create'))}>
        <Button
          type="primary"
          icon={<CameraOutlined aria-hidden />}
          onClick={() => show((gone) => <CreateDialog onGone={gone} />)}
        >
          {text('create')}
        </Button>
      </LockedTip>
    </>
  );
}
