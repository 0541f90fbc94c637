import { HistoryOutlined } from '@ant-design/icons';
import { Button, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { useStartUpload } from '../acts/use-start-upload';
import { pickedFromInput } from '../upload/picked-files';
import type { QueueView } from '../upload/queue-view';
import { withContent } from '../upload/saved-uploads';
import { discardUnfinished, findUnfinished, type EarlierUpload } from '../upload/unfinished';
import { uploadQueue } from '../upload/upload-queue';
import type { UploadItem } from '../upload/upload-plan';
import { uploadTexts } from '../upload/upload-texts';

/** Unfinished uploads of an earlier page. Looked up again when an upload of this page begins or ends. */
export function UnfinishedUploads({ queue }: { readonly queue: QueueView | undefined }) {
  const [found, setFound] = useState<readonly EarlierUpload[]>([]);
  const running = queue?.jobs.map(({ id, hasLeft }) => `${id} ${String(hasLeft)}`).join(' ') ?? '';
  const refresh = () => {
    void findUnfinished(uploadQueue.names()).then((now) =>
      setFound((before) => (before.length + now.length === 0 ? before : now)),
    );
  };
  useEffect(refresh, [running]);
  return found
    .filter(({ saved }) => !uploadQueue.names().has(saved.id))
    .map((unfinished) => (
      <UnfinishedUpload key={unfinished.saved.id} unfinished={unfinished} onGone={refresh} />
    ));
}

interface StripProps {
  readonly unfinished: EarlierUpload;
  readonly onGone: () => void;
}

function UnfinishedUpload({ unfinished, onGone }: StripProps) {
  const { saved, open, isKept } = unfinished;
  const text = useText(uploadTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const { resume: goOn } = useStartUpload();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const take = (chosen: readonly UploadItem[]) => {
    const items = withContent(saved.files, chosen);
    if (!items.some(({ path, blob }) => blob && open.has(path))) return message.warning(text('noneMatch'));
    void goOn(saved, items);
  };
  const onFilesChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { items } = pickedFromInput(currentTarget.files ?? []);
    currentTarget.value = '';
    if (items.length > 0) take(items);
  };
  const discard = () =>
    void discardUnfinished(unfinished).then(() => {
      message.success(text('discarded'));
      onGone();
    });

  return (
    <section className="fm-upload fm-unfinished sd-foot-strip">
      <input ref={files} type="file" multiple hidden data-testid="pick-again" onChange={onFilesChosen} />
      <input
        ref={(input) => {
          folder.current = input;
          // React does not know this attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        onChange={onFilesChosen}
      />
      <div className="fm-upload-head" role="status">
        <HistoryOutlined className="fm-upload-icon" aria-hidden />
        <strong>
          {text('unfinished', {
            folder: visibleName(saved.folder),
            n: format.number(open.size),
            count: open.size,
          })}
        </strong>
        <span className="fm-upload-now">{!isKept && text('ask')}</span>
        {isKept ? (
          <Button size="small" type="primary" onClick={() => take([])}>
            {text('goOn')}
          </Button>
        ) : (
          <>
            <Button size="small" type="primary" onClick={() => files.current?.click()}>
              {text('chooseFiles')}
            </Button>
            <Button size="small" onClick={() => folder.current?.click()}>
              {text('chooseFolder')}
            </Button>
          </>
        )}
        <Button size="small" onClick={discard}>
          {text('discard')}
        </Button>
      </div>
    </section>
  );
}
