import { getDocument, PDFWorker, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
// Bundled as text, so that integrity checks cover every byte: no second script is fetched.
import reader from 'pdfjs-dist/build/pdf.worker.min.mjs' with { type: 'text' };

/** Bytes per request for a long document. */
const RANGE = 256 * 1024;
/** An image with more pixels would take too much of a page's memory. */
const PICTURE_PIXELS = 64 * 1024 * 1024;
/** The largest canvas that browsers draw, pixels. */
const CANVAS_PIXELS = 16 * 1024 * 1024;

/** In units of the document, 72 per inch. */
export interface PdfSize {
  readonly width: number;
  readonly height: number;
}

export interface PdfPage extends PdfSize {
  /**
   * Draws the page as sharp as the screen shows it. @param scale CSS px per unit @returns `done` settles when
   * drawing has ended or failed; a partial drawing stays
   */
  readonly draw: (
    canvas: HTMLCanvasElement,
    scale: number,
  ) => { readonly done: Promise<void>; readonly stop: () => void };
  /** The text of the page. */
  readonly words: () => Promise<string>;
}

export interface PdfDocument {
  readonly pages: number;
  /** @param number from 1 */
  readonly page: (number: number) => Promise<PdfPage>;
}

/** The document needs a password, can't be read, or its worker died. */
export type PdfEnd = 'locked' | 'broken';

/** Character maps are large and rarely needed. */
class CharacterMaps {
  async fetch({ name }: { readonly name: string }) {
    const { characterMap } = await import('./character-maps');
    const cMapData = characterMap(name);
    if (!cMapData) throw new Error(`No character map ${name}`);
    return { cMapData, isCompressed: true };
  }
}

interface OpenPdfOptions {
  /** The address supports ranges and gets no cookie of ours. */
  readonly url: string;
  readonly onOpen: (document: PdfDocument) => void;
  readonly onEnd: (how: PdfEnd) => void;
}

/**
 * Opens a document and fetches only the parts that are viewed. The document is untrusted: its scripts, forms
 * and links stay inactive, and it is parsed in a worker of its own, which can be terminated. @returns a
 * function that ends it at once, whatever it is doing
 */
export function openPdf({ url, onOpen, onEnd }: OpenPdfOptions): () => void {
  const address = URL.createObjectURL(new Blob([reader], { type: 'text/javascript' }));
  const thread = new Worker(address, { type: 'module' });
  thread.addEventListener('error', () => onEnd('broken'));
  const worker = PDFWorker.create({ port: thread });
  const task = getDocument({
    url,
    worker,
    rangeChunkSize: RANGE,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: PICTURE_PIXELS,
    CMapReaderFactory: CharacterMaps,
    cMapUrl: '/',
    useWorkerFetch: false,
    verbosity: 0,
  });
  task.onPassword = () => onEnd('locked');
  task.promise.then(
    (document) => onOpen(documentOf(document)),
    () => onEnd('broken'),
  );
  return () => {
    // The worker may be too busy to receive the message to end.
    thread.terminate();
    URL.revokeObjectURL(address);
    task.destroy().catch(() => undefined);
    worker.destroy();
  };
}

const documentOf = (document: PDFDocumentProxy): PdfDocument => ({
  pages: document.numPages,
  page: async (number) => pageOf(await document.getPage(number)),
});

function pageOf(page: PDFPageProxy): PdfPage {
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    width,
    height,
    draw: (canvas, scale) => {
      const sharp = Math.min(devicePixelRatio, Math.sqrt(CANVAS_PIXELS / (width * height)) / scale);
      const viewport = page.getViewport({ scale: scale * sharp });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas, viewport });
      return { done: drawing.promise.catch(() => undefined), stop: () => drawing.cancel() };
    },
    words: async () => {
      const { items } = await page.getTextContent();
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    },
  };
}
