import { csvCell, csvLine } from './csv';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', ' =1+1', '\n=1', '＝1'])(
  'prevents %j from starting a formula',
  (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each(['a;=1+1', 'a;"=1', 'a\t@x', 'a\n=1', 'a;\r\n -1', 'a,b;"" +1'])(
  'prevents %j from starting a formula in spreadsheets that separate cells by semicolons or tabs',
  (text) => {
    // Such a spreadsheet treats a quotation mark as text unless it starts the cell.
    for (const part of csvCell(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@]/);
  },
);

it('leaves ordinary text unchanged', () => {
  expect(csvLine(['/wwwroot/图片.jpg', 'a b', '203.0.113.9', ''])).toBe(
    '/wwwroot/图片.jpg,a b,203.0.113.9,\r\n',
  );
});

it('quotes characters that would end a cell or a line (RFC 4180)', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\r\nlines'])).toBe('"a,b","say ""hi""","two\r\nlines"\r\n');
});
