import { splitText, joinText, unitsOfJsonString } from './large-text';

/** A generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = [
  'content',
  'path',
  'a"b',
  'c\\',
  '字',
  '😀',
  '\u0001',
  '\ud800',
  '{"content":"x"}',
  '',
  '\n,]}',
];

function valueOf(random: (below: number) => number, depth: number): unknown {
  const kinds = depth > 0 ? 7 : 5;
  switch (random(kinds)) {
    case 0:
      return null;
    case 1:
      return random(2) === 0;
    case 2:
      return random(1_000_000) / 7;
    case 5:
      return Array.from({ length: random(4) }, () => valueOf(random, depth - 1));
    case 6:
      return Object.fromEntries(
        Array.from({ length: random(4) }, () => [WORDS[random(WORDS.length)], valueOf(random, depth - 1)]),
      );
    default:
      return Array.from({ length: random(5) }, () => WORDS[random(WORDS.length)]).join('');
  }
}

const MARKS = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '\t',
  'content',
  '"content":',
  'u00e9',
  '0',
  '字',
];

/** The same bytes, with a few of them removed, doubled or replaced. */
function spoil(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const mark = MARKS[random(MARKS.length)] ?? '';
  const cut = random(3);
  return text.slice(0, at) + (random(4) === 0 ? '' : mark) + text.slice(at + cut);
}

const escapeAll = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a reader of both halves gets. */
function read(bytes: Buffer): unknown {
  const split = splitText(bytes, 'content');
  if (!split) return undefined;
  if (split.text === undefined) return split.rest;
  expect(split.units).toBe((split.text.value() as string).length);
  if (!isObject(split.rest)) throw new Error('A text was found outside an object');
  expect(split.rest['content']).toBe('');
  return { ...split.rest, content: split.text.value() };
}

describe('a large text that is cut out of its JSON', () => {
  it('equals what JSON.parse reads, for any value and any layout', () => {
    const random = randomOf(1);
    for (let round = 0; round < 5000; round += 1) {
      const value = valueOf(random, 4);
      const plain = JSON.stringify(value, null, random(3));
      const text = random(2) === 0 ? escapeAll(plain) : plain;
      expect(read(Buffer.from(text))).toEqual(JSON.parse(text));
    }
  });

  it('is accepted only if JSON.parse accepts it, and read as the same value', () => {
    const random = randomOf(2);
    let [refused, kept] = [0, 0];
    for (let round = 0; round < 20_000; round += 1) {
      const plain = JSON.stringify({ path: '/a', ...Object(valueOf(random, 2)), content: WORDS[random(11)] });
      const text = Buffer.from(spoil(spoil(plain, random), random)).toString('utf8');
      const understood = read(Buffer.from(text));
      if (understood === undefined) refused += 1;
      else {
        kept += 1;
        expect([text, understood]).toEqual([text, parsed(text)]);
      }
    }
    // Both cases must occur often, or the test would prove nothing.
    expect(Math.min(refused, kept)).toBeGreaterThan(2000);
  });

  it.each([
    ['twice', '{"content":"a","content":"b"}'],
    ['twice, once as a number', '{"content":"a","content":1}'],
    ['without an end', '{"content":"a'],
    ['with a raw line end', '{"content":"a\nb"}'],
    ['with an escape that JSON lacks', '{"content":"\\x41"}'],
    ['followed by more', '{"content":"a"} {}'],
  ])('is refused %s', (_how, text) => {
    expect(splitText(Buffer.from(text), 'content')).toBeUndefined();
  });

  it('is refused if it is not UTF-8, or if the other members are too large', () => {
    const broken = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(splitText(broken, 'content')).toBeUndefined();
    const beside = JSON.stringify({ content: 'a', more: 'x'.repeat(70_000) });
    expect(splitText(Buffer.from(beside), 'content')).toBeUndefined();
  });

  it('counts the UTF-16 units of a string as its `length` does', () => {
    for (const word of [...WORDS, WORDS.join('')]) {
      const json = JSON.stringify(word);
      for (const text of [json, escapeAll(json)])
        expect(unitsOfJsonString(Buffer.from(text))).toBe(word.length);
    }
    for (const text of ['"a"b', 'a', '"a', '"\u0001"', ''])
      expect(unitsOfJsonString(Buffer.from(text))).toBeUndefined();
  });

  it('is unchanged after it is joined with the rest again', () => {
    const bytes = Buffer.from('{"path":"/a","content":"字\\u0041","more":[1]}');
    const split = splitText(bytes, 'content');
    if (!isObject(split?.rest) || !split.text) throw new Error('Not split');
    const { content: _empty, ...rest } = split.rest;
    expect(joinText(rest, 'content', split.text).value()).toEqual(JSON.parse(bytes.toString('utf8')));
    expect(joinText({}, 'content', split.text).value()).toEqual({ content: '字A' });
  });
});
