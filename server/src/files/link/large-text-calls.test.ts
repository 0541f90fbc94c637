import { readText } from '@sitedeck/contract';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import { JsonText } from '#system/streams/json-text';
import { textInReply, withoutText } from './large-text-calls';

const json = (value: unknown) => new JsonText(Buffer.from(JSON.stringify(value)));
const REFUSED = 'bad-input';

describe('a text on its way to a host’s child', () => {
  it('is accepted only as one JSON string, without text that could become another member', () => {
    const body = { path: '/wwwroot/a.txt', encoding: 'utf-8' };
    expect(withoutText('writeText', body, json('a"b'))).toMatchObject(body);
    for (const text of ['"a","path":"/etc"', '"a"}', 'null', '"a', ''])
      expect(() => withoutText('writeText', body, new JsonText(text))).toThrow(REFUSED);
    expect(() => withoutText('writeText', { path: 'no path' }, json('a'))).toThrow('path');
    expect(() => withoutText('renameFile', body, json('a'))).toThrow('takes no text');
  });

  it('has at most as many characters as the contract allows, however they are escaped', () => {
    const save = (text: string) => () => withoutText('writeText', { path: '/wwwroot/a.txt' }, json(text));
    const most = 2 * CAT_LIMIT_BYTES;
    expect(save('x'.repeat(most))).not.toThrow();
    expect(save('x'.repeat(most + 1))).toThrow(REFUSED);
  });
});

describe('a text in a child’s reply', () => {
  const reply = {
    content: '字"\n',
    encoding: 'utf-8',
    bom: false,
    size: 5,
    mtime: 1,
    version: 'a'.repeat(64),
  };
  const checked = (value: unknown) => textInReply(readText.reply, value);

  it('is passed on unchanged, and the reply’s other members are checked', () => {
    const given = checked(json(reply));
    expect(given.value()).toEqual(reply);
    expect(checked(json({ ...reply, more: 'hidden' })).value()).toEqual(reply);
  });

  it('is refused in any other form', () => {
    for (const wrong of [
      { ...reply, encoding: 'none' },
      { ...reply, content: 1 },
      { ...reply, size: 'x' },
      [],
    ])
      expect(() => checked(json(wrong))).toThrow();
    expect(() => checked(reply)).toThrow('something other than a text');
  });
});
