// Files that the bundle includes as text.

declare module '*.bcmap' {
  const bytes: Uint8Array;
  export default bytes;
}

declare module 'pdfjs-dist/build/pdf.worker.min.mjs' {
  const source: string;
  export default source;
}
