import {
  CheckCircleOutlined,
  CloseOutlined,
  CloudUploadOutlined,
  ExclamationCircleOutlined,
  PauseCircleOutlined,
} from '@ant-design/icons';
import { Button, IconButton, TaskProgress, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useRef, useState, type ChangeEvent } from 'react';
import { saveBlob } from '../acts/save-blob';
import { filesTexts } from '../i18n/files-texts';
import { failedNamesCsv } from '../upload/failed-names';
import { pickedFromInput, type PickedFiles } from '../upload/picked-files';
import type { QueueView } from '../upload/queue-view';
import { uploadProgress, uploadQueue } from '../upload/upload-queue';
import type { UploadSnapshot } from '../upload/upload-state';
import { uploadTexts } from '../upload/upload-texts';
import { UploadFiles } from './UploadFiles';

interface Props {
  readonly queue: QueueView;
  /** Sends more files after the running upload, into the same folder. */
  readonly onAdd: (folder: string, picked: PickedFiles) => void;
  /** Retries one file, or all failed files of an upload. */
  readonly onRetry: (id: string, path?: string) => void;
  readonly onRetryAll: () => void;
}

/** The uploads at the foot of the page, shown until they have ended and their failures are dismissed. */
export function UploadPanel({ queue, onAdd, onRetry, onRetryAll }: Props) {
  const [shown, setShown] = useState(false);
  const { all, jobs } = queue;
  const ended = all.phase.is === 'ended';
  const head = { all, shown, onShow: () => setShown(!shown) };
  return (
    <section className="fm-upload sd-foot-strip">
      {ended ? (
        <Ended {...head} onRetryAll={onRetryAll} />
      ) : (
        <Running
          {...head}
          onAdd={onAdd}
          waiting={jobs.filter(({ snapshot }) => snapshot.phase.is !== 'ended').length - 1}
        />
      )}
      {shown && <UploadFiles jobs={jobs} onRetry={onRetry} />}
    </section>
  );
}

interface HeadProps {
  readonly all: UploadSnapshot;
  readonly shown: boolean;
  readonly onShow: () => void;
}

interface RunningProps extends HeadProps, Pick<Props, 'onAdd'> {
  readonly waiting: number;
}

function Running({ all, shown, onShow, waiting, onAdd }: RunningProps) {
  const text = useText(filesTexts);
  const own = useText(uploadTexts);
  const words = useText('ui');
  const format = useLocaleFormat();
  const { folder, phase } = all;
  const cancelling = phase.is === 'cancelling';
  const name = text('upload.to', { folder: visibleName(folder) });
  const stands = phase.is === 'reconnecting' || phase.is === 'paused';
  return (
    <>
      <div className="fm-upload-head">
        {phase.is === 'paused' ? (
          <PauseCircleOutlined className="fm-upload-icon" aria-hidden />
        ) : (
          <CloudUploadOutlined className="fm-upload-icon" aria-hidden />
        )}
        <strong>{name}</strong>
        <span
          className={`fm-upload-now ${stands ? 'fm-upload-lost' : ''}`}
          role={stands ? 'status' : undefined}
        >
          <Now upload={all} />
          {waiting > 0 && ` · ${own('waitingJobs', { n: format.number(waiting), count: waiting })}`}
        </span>
        <Button size="small" aria-expanded={shown} onClick={onShow}>
          {own(shown ? 'hideFiles' : 'files')}
        </Button>
        {!cancelling && <AddFiles onPicked={(picked) => onAdd(folder, picked)} />}
        {phase.is === 'paused' ? (
          <Button size="small" type="primary" onClick={uploadQueue.resume}>
            {own('goOn')}
          </Button>
        ) : (
          <Button size="small" onClick={uploadQueue.pause}>
            {own('pause')}
          </Button>
        )}
        <Button
          size="small"
          aria-disabled={cancelling}
          className={cancelling ? 'sd-off' : ''}
          onClick={uploadQueue.cancel}
        >
          {words(cancelling ? 'act.cancelling' : 'act.cancel')}
        </Button>
      </div>
      <TaskProgress
        name={name}
        progress={uploadProgress(all)}
        startedAt={all.startedAt}
        isPaused={phase.is !== 'sending'}
      />
    </>
  );
}

function AddFiles({ onPicked }: { readonly onPicked: (picked: PickedFiles) => void }) {
  const own = useText(uploadTexts);
  const input = useRef<HTMLInputElement>(null);
  const onChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picked = pickedFromInput(currentTarget.files ?? []);
    currentTarget.value = '';
    if (picked.items.length > 0) onPicked(picked);
  };
  return (
    <>
      <input ref={input} type="file" multiple hidden data-testid="add-files" onChange={onChosen} />
      <Button size="small" onClick={() => input.current?.click()}>
        {own('add')}
      </Button>
    </>
  );
}

function Now({ upload: { phase, uploading } }: { readonly upload: UploadSnapshot }) {
  const text = useText(filesTexts);
  const own = useText(uploadTexts);
  if (phase.is === 'paused') return phase.fault ? phase.fault.message : own('paused');
  if (phase.is === 'reconnecting') return text('upload.reconnecting');
  if (phase.is === 'starting' || uploading === undefined) return text('upload.starting');
  return <bdi>{text('upload.now', { name: visibleName(uploading) })}</bdi>;
}

function Ended({ all, shown, onShow, onRetryAll }: HeadProps & { readonly onRetryAll: () => void }) {
  const text = useText(filesTexts);
  const own = useText(uploadTexts);
  const format = useLocaleFormat();
  const { failed, uploaded } = all;
  const counted = (n: number) => ({ n: format.number(n), count: n });
  const result = endOf(all);
  const hasFailed = result === 'failed';
  return (
    <div className="fm-upload-head" role={hasFailed ? 'alert' : 'status'}>
      {hasFailed ? (
        <ExclamationCircleOutlined className="fm-upload-icon fm-upload-bad" aria-hidden />
      ) : (
        <CheckCircleOutlined className="fm-upload-icon fm-upload-done" aria-hidden />
      )}
      <strong>{text(`upload.${result}`, counted(hasFailed ? failed.length : uploaded))}</strong>
      <span className="fm-gap" />
      {hasFailed && (
        <>
          <Button size="small" aria-expanded={shown} onClick={onShow}>
            {text(shown ? 'upload.hide' : 'upload.show')}
          </Button>
          <Button
            size="small"
            onClick={() => saveBlob(failedNamesCsv(failed, own('exportHead')), own('exportName'))}
          >
            {own('export')}
          </Button>
          <Button size="small" type="primary" onClick={onRetryAll}>
            {text('upload.retry')}
          </Button>
        </>
      )}
      <IconButton
        size="small"
        icon={<CloseOutlined />}
        label={text('upload.close')}
        onClick={uploadQueue.dismiss}
      />
    </div>
  );
}

function endOf({ failed, phase }: UploadSnapshot): 'failed' | 'stopped' | 'done' {
  if (failed.length > 0) return 'failed';
  return phase.is === 'ended' && phase.result === 'RUNNING_SUCCESS' ? 'done' : 'stopped';
}
