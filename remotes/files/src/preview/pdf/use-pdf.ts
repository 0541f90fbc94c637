import { openPdf, type PdfDocument, type PdfEnd, type PdfSize } from '@sitedeck/ui/pdf';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Time limit for the first page, ms: a malicious document could take forever. */
const OPEN_MS = 60_000;

export type Pdf =
  | { readonly is: 'loading' }
  | { readonly is: PdfEnd | 'heavy' }
  | { readonly is: 'open'; readonly document: PdfDocument; readonly first: PdfSize };

/**
 * Opens a PDF by its address, and closes it on unmount. @returns `giveUp` stops a document that takes too
 * long
 */
export function usePdf(url: string): { readonly pdf: Pdf; readonly giveUp: () => void } {
  const [pdf, setPdf] = useState<Pdf>({ is: 'loading' });
  const stop = useRef<(as: 'heavy') => void>(() => undefined);
  useEffect(() => {
    let isMounted = true;
    const leave = () => {
      isMounted = false;
      clearTimeout(tooLong);
      end();
    };
    const fail = (as: PdfEnd | 'heavy') => {
      if (!isMounted) return;
      leave();
      setPdf({ is: as });
    };
    const show = async (document: PdfDocument) => {
      const first = await document.page(1);
      clearTimeout(tooLong);
      if (isMounted) setPdf({ is: 'open', document, first });
    };
    const tooLong = setTimeout(() => fail('heavy'), OPEN_MS);
    const end = openPdf({
      url,
      onOpen: (document) => void show(document).catch(() => fail('broken')),
      onEnd: fail,
    });
    stop.current = fail;
    return leave;
  }, [url]);
  const giveUp = useCallback(() => stop.current('heavy'), []);
  return { pdf, giveUp };
}
