/** Facade of pdf.js, fetched with the first PDF. */
export { openPdf, type PdfDocument, type PdfEnd, type PdfPage, type PdfSize } from './pdf/open-pdf';
