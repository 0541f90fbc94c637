import { getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist';
// Brings the part that reads documents into this bundle, whose every byte is checked: no second script is fetched for it.
import 'pdfjs-dist/build/pdf.worker.mjs';

/** What one request asks of a long document, bytes. */
const RANGE = 256 * 1024;
/** A picture with more pixels would take a page's memory. */
const MOST_PIXELS = 64 * 1024 * 1024;

/** Character maps are large and rarely needed. */
class CharacterMaps {
  async fetch({ name }: { readonly name: string }) {
    const { characterMap } = await import('./character-maps');
    const cMapData = characterMap(name);
    if (!cMapData) throw new Error(`No character map ${name}`);
    return { cMapData, isCompressed: true };
  }
}

/**
 * Begins to read a document; only the parts that are looked at are fetched. Everything in it is a stranger's: scripts in
 * it, forms and links are not brought to life.
 * @param url answers with ranges, without a cookie of ours
 */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    rangeChunkSize: RANGE,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: MOST_PIXELS,
    CMapReaderFactory: CharacterMaps,
    cMapUrl: '/',
    useWorkerFetch: false,
    verbosity: 0,
  });
}
