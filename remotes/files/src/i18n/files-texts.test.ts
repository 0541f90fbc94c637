import english from './en-US.json';
import chinese from './zh-CN.json';

const base = (key: string) => key.replace(/_(?:one|other)$/, '');
const keysOf = (catalogue: object) => [...new Set(Object.keys(catalogue).map(base))].sort();
const holes = (words: string) => [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

it('says everything in both languages', () => {
  expect(keysOf(english)).toEqual(keysOf(chinese));
});

it('has both forms of every English plural', () => {
  const plural = Object.keys(english).filter((key) => /_(?:one|other)$/.test(key));
  for (const key of plural)
    expect(Object.keys(english)).toContain(`${base(key)}_${key.endsWith('_one') ? 'other' : 'one'}`);
});

it('fills the same values in both languages', () => {
  for (const [key, words] of Object.entries(english)) {
    expect([key, holes(words)]).toEqual([key, holes(chinese[base(key) as keyof typeof chinese])]);
  }
});
