const FONTS = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  // As in old Chinese documents: not embedded, encoded in GBK.
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [3 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 4 0 R /DW 1000 ' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>',
  '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 ' +
    '/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
] as const;

const drawing = (number: number): string =>
  `BT /F1 36 Tf 72 700 Td (Page ${number}) Tj ET BT /F2 36 Tf 72 600 Td <C4E3BAC3> Tj ET ` +
  '0.1 0.4 0.9 rg 0 0 595 300 re f';

/**
 * A document whose pages show their number and 你好 above a blue area. It contains a script and a link to `url`, neither
 * of which a viewer may follow.
 */
export function pdfSample(pages: number, url: string): Buffer {
  const tree = FONTS.length + 2 * pages + 1;
  const kids = Array.from({ length: pages }, (_, index) => FONTS.length + 2 * index + 2);
  const objects = [
    ...FONTS,
    ...kids.flatMap((_, index) => [
      `<< /Length ${drawing(index + 1).length} >>\nstream\n${drawing(index + 1)}\nendstream`,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] ` +
        `/Resources << /Font << /F1 1 0 R /F2 2 0 R >> >> /Contents ${FONTS.length + 2 * index + 1} 0 R ` +
        `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (${url}) >> >>] >>`,
    ]),
    `<< /Type /Pages /Count ${pages} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    `<< /Type /Catalog /Pages ${tree} 0 R /OpenAction << /S /JavaScript /JS (window.taken = 'pdf') >> >>`,
  ];
  let text = '%PDF-1.5\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer << /Size ${objects.length + 1} /Root ${objects.length} 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
