/** pdf.js, fetched with the first PDF. No share of the console's: whoever shows PDFs takes it along. */
export { openPdf, type PdfDocument, type PdfEnd, type PdfPage, type PdfSize } from './pdf/open-pdf';
