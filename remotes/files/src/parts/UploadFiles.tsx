import { CloseOutlined, ReloadOutlined } from '@ant-design/icons';
import { IconButton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import type { JobView } from '../upload/queue-view';
import { uploadQueue } from '../upload/upload-queue';
import type { FileRow } from '../upload/upload-state';
import { uploadTexts } from '../upload/upload-texts';
import { FileName } from './FileName';

/** Files listed at most; running and failed ones come first. */
const LISTED = 100;

interface Props {
  readonly jobs: readonly JobView[];
  readonly onRetry: (id: string, path: string) => void;
}

/** Lists the files that have not arrived. */
export function UploadFiles({ jobs, onRetry }: Props) {
  const text = useText(uploadTexts);
  const format = useLocaleFormat();
  const listed = jobs
    .flatMap(({ id }) => uploadQueue.rows(id, LISTED).map((file) => ({ id, file })))
    .slice(0, LISTED);
  const open = jobs.reduce((sum, { snapshot: { uploaded, total } }) => sum + total - uploaded, 0);
  const rest = open - listed.length;
  return (
    <>
      <ul className="fm-sending" aria-label={text('fileList')}>
        {listed.map(({ id, file }) => (
          <Row key={`${id}/${file.path}`} id={id} file={file} onRetry={onRetry} />
        ))}
      </ul>
      {rest > 0 && <p className="sd-hint">{text('rest', { n: format.number(rest), count: rest })}</p>}
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly file: FileRow;
  readonly onRetry: Props['onRetry'];
}

function Row({ id, file: { path, size, sent, state, fault }, onRetry }: RowProps) {
  const text = useText(uploadTexts);
  const format = useLocaleFormat();
  const name = visibleName(path);
  const share = size > 0 ? sent / size : 0;
  return (
    <li className={state === 'failed' ? 'fm-sending-failed' : undefined}>
      <FileName name={path} />
      <span className={state === 'failed' ? 'fm-sending-bad' : 'fm-sending-state'}>
        {state === 'failed' && fault?.message}
        {state === 'cancelled' && text('cancelled')}
        {state === 'waiting' && sent === 0 && `${format.bytes(size)} · ${text('waiting')}`}
        {(state === 'sending' || (state === 'waiting' && sent > 0)) &&
          `${format.bytes(sent)} / ${format.bytes(size)} · ${format.percent(share)}`}
      </span>
      {state === 'failed' && (
        <IconButton
          size="small"
          icon={<ReloadOutlined />}
          label={text('retry', { name })}
          onClick={() => onRetry(id, path)}
        />
      )}
      {state !== 'cancelled' && (
        <IconButton
          size="small"
          icon={<CloseOutlined />}
          label={text('remove', { name })}
          onClick={() => uploadQueue.remove(id, path)}
        />
      )}
    </li>
  );
}
