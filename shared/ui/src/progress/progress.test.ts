import { sharedTexts } from '../i18n/shared-texts';
import { createTranslator } from '../i18n/translator';
import { formatBytes } from '@sitedeck/sdk';
import { timeLeft } from './measure';
import { DOT, progressParts } from './progress-line';
import { timeWords } from './time-words';

const text = createTranslator('zh-CN').text(sharedTexts);
const english = createTranslator('en-US').text(sharedTexts);
const figures = new Intl.NumberFormat('zh-CN');
const format = {
  number: (n: number) => figures.format(n),
  percent: (share: number) => `${Math.floor(share * 100)}%`,
  bytes: formatBytes,
};
const GB = 1024 ** 3;
const upload = {
  uploaded: 1204,
  total: 2800,
  size: 1.2 * GB,
  totalSize: 2.81 * GB,
  rate: 12.4 * 1024 ** 2,
};

describe('the line of a running task', () => {
  it('counts files, bytes, rate and time left', () => {
    const line = progressParts(upload, 133_000, { text, format }).join(DOT);
    expect(line).toBe('42% · 1,204/2,800 个文件 · 1.20/2.81 GB · 12.40 MB/s · 约剩 2 分 13 秒');
  });

  it('shows no percentage where the total is unknown', () => {
    expect(progressParts({ rows: 1200 }, undefined, { text, format })).toEqual(['1,200 行']);
    const line = progressParts({ processed: 12, size: 2048 }, undefined, { text, format }).join(DOT);
    expect(line).toBe('12 个文件 · 2.00 KB');
  });

  it('shows that it is still estimating instead of guessing', () => {
    expect(progressParts(upload, undefined, { text: english, format })).toContain('Estimating');
    expect(progressParts(upload, 'none', { text: english, format })).not.toContain('Estimating');
  });

  it('shows the number of failures', () => {
    expect(progressParts({ ...upload, failed: 3 }, 1000, { text, format })).toContain('失败 3');
  });
});

describe('the time left', () => {
  it('gives no estimate in the first five seconds', () => {
    const since = { first: { at: 0, share: 0 }, startedAt: undefined };
    expect(timeLeft(upload, { ...since, now: 4999 })).toBeUndefined();
    expect(timeLeft(upload, { ...since, now: 5000 })).toBeCloseTo((1.61 * GB * 1000) / upload.rate, -2);
  });

  it('gives an estimate at once in a view that opens later', () => {
    const since = { first: { at: 60_000, share: 0.4 }, startedAt: 0, now: 60_000 };
    expect(timeLeft(upload, since)).toBeGreaterThan(0);
  });

  it('estimates the time left from the progress if no rate is given', () => {
    expect(
      timeLeft(
        { processed: 50, total: 100 },
        { first: { at: 0, share: 0.25 }, startedAt: undefined, now: 10_000 },
      ),
    ).toBe(20_000);
  });

  it('gives no estimate while nothing moves', () => {
    expect(
      timeLeft({ processed: 50, total: 100 }, { first: { at: 0, share: 0.5 }, startedAt: 0, now: 60_000 }),
    ).toBeUndefined();
  });

  it.each([
    [18_000, '18 秒'],
    [120_000, '2 分'],
    [133_000, '2 分 13 秒'],
    [3_840_000, '1 小时 4 分'],
    [90_000_000, '1 天 1 小时'],
  ])('reads %i ms as %s', (ms, words) => {
    expect(timeWords(ms, text)).toBe(words);
  });
});
