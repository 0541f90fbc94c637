import { withTotals, type PackProgress } from './pack-progress';

it('reports the number of files, and the rate of the bytes since the report before', () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1000);
  try {
    const reports: PackProgress[] = [];
    const report = withTotals(40, (progress) => reports.push(progress));
    clock.mockReturnValue(1500);
    report({ files: 3, bytes: 2000, failed: [], current: 'a.txt' });
    clock.mockReturnValue(2000);
    report({ files: 9, bytes: 6000, failed: [] });
    expect(reports).toEqual([
      { files: 3, filesTotal: 40, bytes: 2000, rate: 4000, failed: [], current: 'a.txt' },
      { files: 9, filesTotal: 40, bytes: 6000, rate: 6000, failed: [] },
    ]);
  } finally {
    clock.mockRestore();
  }
});
