import { Button, EmptyState, useText } from '@sitedeck/ui/core';
import { useFileOpener } from '../editor/file-opener';
import { nameOf } from '../paths';
import { ImageView } from './ImageView';
import { MarkdownView } from './MarkdownView';
import { MediaView } from './MediaView';
import { PdfView } from './PdfView';
import { previewKind } from './preview-kind';
import { previewTexts } from './preview-texts';
import { TableView } from './TableView';
import { saveFile } from './use-link';

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
