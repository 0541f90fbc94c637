import ZoomInOutlined from '@ant-design/icons/ZoomInOutlined';
import ZoomOutOutlined from '@ant-design/icons/ZoomOutOutlined';
import { Button, EmptyState, IconButton, Skeleton, useText } from '@sitedeck/ui/core';
import type { PdfDocument, PdfSize } from '@sitedeck/ui/pdf';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { previewTexts } from '../preview-texts';
import { PdfPage } from './PdfPage';
import { usePdf } from './use-pdf';

/** CSS px per unit of a document at 100 %. */
const FULL = 96 / 72;
const STEP = 1.25;
const SMALLEST = 0.25;
const LARGEST = 5;
/** Margin on each side of a page, px. */
const MARGIN = 2;
/** Pages shown at most. */
const PAGES_MAX = 2000;

/** Shows the pages of a PDF as drawings, so that nothing in the document runs. */
export function PdfPages({ url }: { readonly url: string }) {
  const text = useText(previewTexts);
  const { pdf, giveUp } = usePdf(url);
  switch (pdf.is) {
    case 'loading':
      return <Skeleton active aria-label={text('loading')} />;
    case 'locked':
      return <EmptyState text={text('pdf.locked')} />;
    case 'broken':
      return <EmptyState text={text('pdf.broken')} />;
    case 'heavy':
      return <EmptyState text={text('pdf.heavy')} />;
    case 'open':
      return <Pages document={pdf.document} first={pdf.first} onHeavy={giveUp} />;
  }
}

interface Props {
  readonly document: PdfDocument;
  readonly first: PdfSize;
  readonly onHeavy: () => void;
}

function Pages({ document, first, onHeavy }: Props) {
  const text = useText(previewTexts);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  /** Factor of `FULL`; undefined: fitted to the width. */
  const [zoom, setZoom] = useState<number>();
  const fitting = Math.min(LARGEST, Math.max(SMALLEST, (width - MARGIN) / (first.width * FULL)));
  const shown = zoom ?? Math.min(1.5, fitting);
  const scaleBy = (factor: number) => setZoom(Math.min(LARGEST, Math.max(SMALLEST, shown * factor)));
  const count = Math.min(PAGES_MAX, document.pages);

  // So that keys work at once.
  useEffect(() => box.current?.focus(), []);

  return (
    <div className="fm-image">
      <div className="fm-editor-tools" role="toolbar" aria-label={text('pdf.tools')}>
        <span>{text('pdf.pages', { n: document.pages })}</span>
        {count < document.pages && <span>{text('pdf.more', { n: count })}</span>}
        <span className="fm-gap" />
        <span>{text('image.zoom', { percent: Math.round(shown * 100) })}</span>
        <IconButton
          icon={<ZoomOutOutlined />}
          label={text('image.smaller')}
          onClick={() => scaleBy(1 / STEP)}
        />
        <IconButton icon={<ZoomInOutlined />} label={text('image.larger')} onClick={() => scaleBy(STEP)} />
        <Button size="small" aria-pressed={zoom === undefined} onClick={() => setZoom(undefined)}>
          {text('image.fit')}
        </Button>
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={box} className="fm-pdf" tabIndex={0} role="group" aria-label={text('pdf.area')}>
        {width > 0 &&
          Array.from({ length: count }, (_, index) => (
            <PdfPage
              key={index}
              document={document}
              number={index + 1}
              likely={first}
              scale={shown * FULL}
              onHeavy={onHeavy}
            />
          ))}
      </div>
    </div>
  );
}

/** Inner width of an element, px; 0 until it is known. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!place.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return width;
}
