import { isOpen } from '@sitedeck/contract';
import { cancelLocalTask, useLocalTasks } from '@sitedeck/sdk';
import { TaskProgress, useText } from '@sitedeck/ui/core';
import { DownloadOutlined } from '@ant-design/icons';
import { filesTexts } from '../i18n/files-texts';

/** The zip this page is fetching. Its size is known only at the end: bytes are counted, nothing is guessed. */
export function ZipPanel() {
  const text = useText(filesTexts);
  const task = useLocalTasks().find(({ kind, status }) => kind === 'compress' && isOpen(status));
  if (!task) return null;
  const name = text('zip.running', { name: task.label });
  return (
    <section className="fm-upload">
      <div className="fm-upload-head">
        <DownloadOutlined className="fm-upload-icon" aria-hidden />
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </div>
      <TaskProgress name={name} progress={task.progress} onCancel={() => cancelLocalTask(task.id)} />
    </section>
  );
}
