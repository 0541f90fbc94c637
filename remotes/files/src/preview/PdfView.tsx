import { Button, FaultNotice, Skeleton, useText } from '@sitedeck/ui/core';
import { usePart } from '../editor/use-part';
import { LinkState } from './LinkState';
import { previewTexts } from './preview-texts';
import { useLink } from './use-link';

const loadPages = () => import('./pdf/PdfPages');

export function PdfView({ path }: { readonly path: string }) {
  const text = useText(previewTexts);
  const { link, renew } = useLink(path);
  const part = usePart(loadPages, true);
  if (link.is !== 'ready') return <LinkState state={link} onRetry={renew} />;
  switch (part.is) {
    case 'loading':
      return <Skeleton active aria-label={text('loading')} />;
    case 'failed':
      return (
        <FaultNotice what={text('fail')} actions={<Button onClick={part.retry}>{text('retry')}</Button>} />
      );
    case 'ready':
      return <part.module.PdfPages url={link.url} />;
  }
}
