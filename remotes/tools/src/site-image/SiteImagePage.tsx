import { ImportOutlined } from '@ant-design/icons';
import { isActive, useLock, useTasks, type RemoteContext } from '@sitedeck/sdk';
import { Button, LockedTip, PageHeader, useDialog, useText } from '@sitedeck/ui/core';
import { Tabs } from '@sitedeck/ui/more';
import { StagingTab } from '../staging/StagingTab';
import { CreateButton } from './CreateButton';
import { ImageList } from './ImageList';
import { IMAGE_KINDS } from './image-kinds';
import { imageTexts } from './image-texts';
import { RunningImage } from './RunningImage';
import { UndoNotice } from './UndoNotice';
import { UploadDialog } from './UploadDialog';
import { useNoNewImage } from './use-no-new-image';

const TABS = ['images', 'staging'] as const;

/** The site image page (网站镜像): images of the site, and its staging copy. */
export function SiteImagePage({ ctx: { nav, host } }: { readonly ctx: RemoteContext }) {
  const text = useText(imageTexts);
  const lock = useLock();
  const asked = new URLSearchParams(nav.search).get('tab');
  const shown = TABS.find((tab) => tab === asked) ?? 'images';
  const contents = { images: <Images />, staging: <StagingTab language={host.specInfo.language} /> };
  return (
    <>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={shown === 'images' && <PageActs />}
      />
      <Tabs
        activeKey={shown}
        onChange={(key) => nav.go(key === 'images' ? nav.path : `${nav.path}?tab=${key}`, { replace: true })}
        destroyOnHidden
        items={TABS.map((tab) => ({ key: tab, label: text(`tab.${tab}`), children: contents[tab] }))}
      />
    </>
  );
}

/** Makes, keeps and deploys images of the site. */
function Images() {
  const text = useText(imageTexts);
  const open = useTasks().tasks.filter(
    (task) => IMAGE_KINDS.some((kind) => kind === task.taskType) && isActive(task),
  );
  return (
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
