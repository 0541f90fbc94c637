import {
  CheckCircleOutlined,
  CloseOutlined,
  CloudUploadOutlined,
  ExclamationCircleOutlined,
} from '@ant-design/icons';
import { Button, IconButton, TaskProgress, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { filesTexts } from '../i18n/files-texts';
import { progressOf, uploadDesk } from '../upload/upload-desk';
import type { UploadSnapshot } from '../upload/upload-state';
import { visibleName } from '../visible-name';
import { FileName } from './FileName';

interface Props {
  readonly upload: UploadSnapshot;
  readonly onRetry: () => void;
}

/** The upload at the foot of the page: while it runs, and afterwards as long as something must be told. */
export function UploadPanel({ upload, onRetry }: Props) {
  const ended = upload.phase.is === 'ended';
  return (
    <section className="fm-upload">
      {ended ? <Ended upload={upload} onRetry={onRetry} /> : <Running upload={upload} />}
    </section>
  );
}

function Running({ upload }: { readonly upload: UploadSnapshot }) {
  const text = useText(filesTexts);
  const words = useText('ui');
  const { folder, phase, current } = upload;
  const cancelling = phase.is === 'cancelling';
  const name = text('upload.to', { folder: visibleName(folder) });
  const lost = phase.is === 'reconnecting';
  return (
    <>
      <div className="fm-upload-head">
        <CloudUploadOutlined className="fm-upload-icon" aria-hidden />
        <strong>{name}</strong>
        <span className={`fm-upload-now ${lost ? 'fm-upload-lost' : ''}`} role={lost ? 'status' : undefined}>
          <Now phase={phase.is} current={current} />
        </span>
        <Button
          size="small"
          aria-disabled={cancelling}
          className={cancelling ? 'sd-off' : ''}
          onClick={uploadDesk.cancel}
        >
          {words(cancelling ? 'act.cancelling' : 'act.cancel')}
        </Button>
      </div>
      <TaskProgress name={name} progress={progressOf(upload)} startedAt={upload.startedAt} />
    </>
  );
}

function Now({
  phase,
  current,
}: {
  readonly phase: UploadSnapshot['phase']['is'];
  readonly current: string | undefined;
}) {
  const text = useText(filesTexts);
  if (phase === 'reconnecting') return text('upload.reconnecting');
  if (phase === 'starting' || current === undefined) return text('upload.starting');
  return <bdi>{text('upload.now', { name: visibleName(current) })}</bdi>;
}

function Ended({ upload, onRetry }: Props) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const [shown, setShown] = useState(false);
  const { failed, files } = upload;
  const counted = (n: number) => ({ n: format.number(n), count: n });
  const result = endOf(upload);
  const hasFailed = result === 'failed';
  return (
    <>
      <div className="fm-upload-head" role={hasFailed ? 'alert' : 'status'}>
        {hasFailed ? (
          <ExclamationCircleOutlined className="fm-upload-icon fm-upload-bad" aria-hidden />
        ) : (
          <CheckCircleOutlined className="fm-upload-icon" aria-hidden />
        )}
        <strong>{text(`upload.${result}`, counted(result === 'failed' ? failed.length : files))}</strong>
        <span className="fm-gap" />
        {hasFailed && (
          <>
            <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {text(shown ? 'upload.hide' : 'upload.show')}
            </Button>
            <Button size="small" type="primary" onClick={onRetry}>
              {text('upload.retry')}
            </Button>
          </>
        )}
        <IconButton
          size="small"
          icon={<CloseOutlined />}
          label={text('upload.close')}
          onClick={uploadDesk.dismiss}
        />
      </div>
      {shown && (
        <ul className="fm-failed">
          {failed.map(({ path, fault }) => (
            <li key={path}>
              <FileName name={path} /> <span>{fault.message}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function endOf({ failed, phase }: UploadSnapshot): 'failed' | 'stopped' | 'done' {
  if (failed.length > 0) return 'failed';
  return phase.is === 'ended' && phase.result === 'RUNNING_SUCCESS' ? 'done' : 'stopped';
}
