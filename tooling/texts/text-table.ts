import type { FileTexts } from './texts-by-file';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

/** One Markdown table per file: key, English, Chinese. */
export function textTable(files: readonly FileTexts[]): string {
  const sections = files.map(({ file, texts }) =>
    [
      `## ${file}`,
      '',
      '| key | English | Chinese |',
      '|---|---|---|',
      ...texts.map(({ key, english, chinese }) => `| ${[key, english, chinese].map(cell).join(' | ')} |`),
      '',
    ].join('\n'),
  );
  const count = files.reduce((sum, { texts }) => sum + texts.length, 0);
  return [`# ${count} texts of ${files.length} files`, '', ...sections].join('\n');
}
