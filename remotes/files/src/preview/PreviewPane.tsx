import { Button, EmptyState, useText, FaultNotice, Skeleton } from '@sitedeck/ui/core';
import { useFileOpener } from '../editor/file-opener';
import { useLazyModule } from '../editor/use-lazy-module';
import { nameOf } from '../paths';
import { ImageView } from './ImageView';
import { LinkState } from './LinkState';
import { MarkdownView } from './MarkdownView';
import { MediaView } from './MediaView';
import { previewKind } from './preview-kind';
import { previewTexts } from './preview-texts';
import { TableView } from './TableView';
import { saveFile, useLink } from './use-link';

interface Props {
  readonly path: string;
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

/** Previews a file as untrusted content. */
export function PreviewPane({ path, onGo, onClose }: Props) {
  const text = useText(previewTexts);
  const { edit } = useFileOpener();
  const kind = previewKind(nameOf(path));
  const isText = kind === 'markdown' || kind === 'table';
  return (
    <div className="fm-preview">
      <Body path={path} onGo={onGo} />
      <div className="fm-editor-foot">
        <span className="fm-gap" />
        <span className="fm-editor-acts">
          {isText && (
            <Button
              onClick={() => {
                onClose();
                edit(path);
              }}
            >
              {text('text.edit')}
            </Button>
          )}
          <Button onClick={() => void saveFile(path)}>{text('download')}</Button>
        </span>
      </div>
    </div>
  );
}

function Body({ path, onGo }: Omit<Props, 'onClose'>) {
  const text = useText(previewTexts);
  switch (previewKind(nameOf(path))) {
    case 'image':
      return <ImageView path={path} onGo={onGo} />;
    case 'audio':
      return <MediaView path={path} kind="audio" />;
    case 'video':
      return <MediaView path={path} kind="video" />;
    case 'markdown':
      return <MarkdownView path={path} />;
    case 'table':
      return <TableView path={path} />;
    case 'pdf':
      return <PdfView path={path} />;
    case undefined:
      return <EmptyState text={text('fail')} />;
  }
}

const loadPages = () => import('./pdf/PdfPages');

function PdfView({ path }: { readonly path: string }) {
  const text = useText(previewTexts);
  const { link, renew } = useLink(path);
  const lazyModule = useLazyModule(loadPages, true);
  if (link.is !== 'ready') return <LinkState state={link} onRetry={renew} />;
  switch (lazyModule.is) {
    case 'loading':
      return <Skeleton active aria-label={text('loading')} />;
    case 'failed':
      return (
        <FaultNotice
          what={text('fail')}
          actions={<Button onClick={lazyModule.retry}>{text('retry')}</Button>}
        />
      );
    case 'ready':
      return <lazyModule.module.PdfPages url={link.url} />;
  }
}
