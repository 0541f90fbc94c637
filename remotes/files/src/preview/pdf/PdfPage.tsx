import { useText } from '@sitedeck/ui/core';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { previewTexts } from '../preview-texts';

/** Drawn before it comes into sight, px. */
const AHEAD = '800px 0px';
/** Browsers draw no larger canvas, pixels. */
const MOST_PIXELS = 16 * 1024 * 1024;

/** In units of the document, 72 to an inch. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

interface Props {
  readonly document: PDFDocumentProxy;
  /** From 1. */
  readonly number: number;
  /** Of the first page: most are like it. */
  readonly likely: PageSize;
  /** CSS px for each unit. */
  readonly scale: number;
}

/** One page: drawn while it is in sight or near it, and forgotten afterwards. */
export function PdfPage({ document, number, likely, scale }: Props) {
  const text = useText(previewTexts);
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const [page, setPage] = useState<PDFPageProxy>();
  const [words, setWords] = useState('');

  useEffect(() => {
    if (!isNear || page) return;
    let here = true;
    document.getPage(number).then(
      (got) => here && setPage(got),
      // A broken page stays white; the others are as they are.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [document, number, isNear, page]);

  useEffect(() => {
    if (!page) return;
    let here = true;
    wordsOf(page).then(
      (read) => here && setWords(read),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [page]);

  const size = page ? page.getViewport({ scale: 1 }) : likely;
  return (
    <div
      ref={place}
      className="fm-pdf-page"
      style={{ width: size.width * scale, height: size.height * scale }}
      role="group"
      aria-label={text('pdf.page', { n: number, all: document.numPages })}
    >
      {page && isNear && <Drawing key={scale} page={page} scale={scale} />}
      <p className="sd-visually-hidden">{words}</p>
    </div>
  );
}

function Drawing({ page, scale }: { readonly page: PDFPageProxy; readonly scale: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const { width, height } = page.getViewport({ scale });
    const sharp = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
    const viewport = page.getViewport({ scale: scale * sharp });
    canvas.current.width = Math.floor(viewport.width);
    canvas.current.height = Math.floor(viewport.height);
    const drawing = page.render({ canvas: canvas.current, viewport });
    // Told to stop, or a stranger's mistake: what is drawn by then stays.
    drawing.promise.catch(() => undefined);
    return () => drawing.cancel();
  }, [page, scale]);
  return <canvas ref={canvas} aria-hidden />;
}

async function wordsOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

function useNear(place: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: place.current.parentElement, rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return isNear;
}
