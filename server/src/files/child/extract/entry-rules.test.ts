import { EntryRules } from './entry-rules';

it('refuses an archive of few deep entries before its paths fill the memory', () => {
  const rules = new EntryRules(2, 1_000_000);
  const deep = '/d'.repeat(500);
  const take = (index: number) =>
    rules.take({ type: 'file', path: `${index}${deep}/x`, size: 0, mode: 0o644, mtimeMs: 0 });
  const takeMany = () => {
    for (let index = 0; index < 3000; index += 1) take(index);
  };
  expect(takeMany).toThrow(expect.objectContaining({ reason: 'archive-too-much' }) as Error);
});
