import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { openPdf } from './open-pdf';
import type { PageSize } from './PdfPage';

export type Pdf =
  | { readonly is: 'loading' }
  | { readonly is: 'locked' | 'broken' }
  | { readonly is: 'open'; readonly document: PDFDocumentProxy; readonly first: PageSize };

/** A document by its address; given back when nobody looks at it any more. */
export function usePdf(url: string): Pdf {
  const [pdf, setPdf] = useState<Pdf>({ is: 'loading' });
  useEffect(() => {
    let here = true;
    const task = openPdf(url);
    task.onPassword = () => {
      setPdf({ is: 'locked' });
      void task.destroy();
    };
    const open = async () => {
      const document = await task.promise;
      const page = await document.getPage(1);
      const { width, height } = page.getViewport({ scale: 1 });
      if (here) setPdf({ is: 'open', document, first: { width, height } });
    };
    open().catch(() => here && setPdf((before) => (before.is === 'locked' ? before : { is: 'broken' })));
    return () => {
      here = false;
      void task.destroy();
    };
  }, [url]);
  return pdf;
}
