import { useText } from '@sitedeck/ui/core';
import type { PdfDocument, PdfPage as Page, PdfSize } from '@sitedeck/ui/pdf';
import { useEffect, useRef, useState } from 'react';
import { previewTexts } from '../preview-texts';
import { useNear } from './use-near';

/** Time limit for drawing a page, ms; only a malicious page takes longer. */
const DRAW_MS = 20_000;

interface Props {
  readonly document: PdfDocument;
  /** From 1. */
  readonly number: number;
  /** Size of the first page, used until this page is read: most pages have the same size. */
  readonly likely: PdfSize;
  /** CSS px per unit of the document. */
  readonly scale: number;
  /** Called when drawing takes too long. */
  readonly onHeavy: () => void;
}

/** One page of a PDF, drawn while it is visible or nearby. */
export function PdfPage({ document, number, likely, scale, onHeavy }: Props) {
  const text = useText(previewTexts);
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const [page, setPage] = useState<Page>();
  const [words, setWords] = useState('');

  useEffect(() => {
    if (!isNear || page) return;
    let isMounted = true;
    document.page(number).then(
      (got) => isMounted && setPage(got),
      // A broken page stays white, and the others are still drawn.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [document, number, isNear, page]);

  useEffect(() => {
    if (!page) return;
    let isMounted = true;
    page.words().then(
      (read) => isMounted && setWords(read),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [page]);

  const size = page ?? likely;
  return (
    <div
      ref={place}
      className="fm-pdf-page"
      style={{ width: size.width * scale, height: size.height * scale }}
      role="group"
      aria-label={text('pdf.page', { n: number, all: document.pages })}
    >
      {page && isNear && <Drawing key={scale} page={page} scale={scale} onHeavy={onHeavy} />}
      <p className="sd-visually-hidden">{words}</p>
    </div>
  );
}

interface DrawingProps extends Pick<Props, 'scale' | 'onHeavy'> {
  readonly page: Page;
}

function Drawing({ page, scale, onHeavy }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const drawing = page.draw(canvas.current, scale);
    const tooLong = setTimeout(onHeavy, DRAW_MS);
    const over = () => clearTimeout(tooLong);
    drawing.done.then(over, over);
    return () => {
      over();
      drawing.stop();
    };
  }, [page, scale, onHeavy]);
  return <canvas ref={canvas} aria-hidden />;
}
