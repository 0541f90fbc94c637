import { JsonText } from '#system/streams/json-text';
import { isListing, listingText } from './listing-text';

const entry = { name: 'a', type: 'file', size: 1, mtime: 2, mode: '644', uid: 20_001 } as const;
const listing = { path: '/wwwroot', total: 1, folders: 0, ownerUid: 20_001, writable: true };

describe('the text of a listing', () => {
  it('is recognized with any names, and parses to the original listing', () => {
    const names = ['"', '\\', 'line\nbreak', '\u2028', '中文 🎉', '{"name":"x"}]}', '\ud800', ''];
    const entries = [
      ...names.map((name) => ({ ...entry, name })),
      { ...entry, type: 'link', target: '../"quoted"\\', mtime: -1 } as const,
      { ...entry, unreadableName: true, rawName: 'L__-YQ' } as const,
    ];
    for (const some of [[], entries.slice(0, 1), entries]) {
      const text = listingText({ ...listing, entries: some });
      expect(isListing(text)).toBe(true);
      expect(isListing(new JsonText(text.bytes))).toBe(true);
      expect(text.value()).toEqual({ ...listing, entries: some });
    }
  });

  it.each([
    ['a field more', { ...listing, entries: [{ ...entry, admin: true }] }],
    ['a field less', { ...listing, entries: [{ ...entry, mode: undefined }] }],
    ['a mode of one digit', { ...listing, entries: [{ ...entry, mode: '0' }] }],
    ['another kind of value', { ...listing, entries: [{ ...entry, size: '1' }] }],
    ['a type that is none', { ...listing, entries: [{ ...entry, type: 'door' }] }],
    ['a size that is no count', { ...listing, entries: [{ ...entry, size: 1.5 }] }],
    ['more beside the entries', { ...listing, entries: [entry], more: 1 }],
    ['no entries', { ...listing }],
    ['no object', [1]],
  ])('is refused with %s', (_what, value) => {
    expect(isListing(new JsonText(JSON.stringify(value)))).toBe(false);
  });

  it('is refused if it ends early, continues after its end, or is not JSON', () => {
    const { text } = listingText({ ...listing, entries: [entry, entry] });
    const spoiled = [text.slice(0, -1), text.slice(0, -2), `${text}{}`, text.replace('},{', '}{')];
    const broken = [
      text.replace('"a"', '"\n"'),
      text.replace('"a"', String.raw`"\x"`),
      '',
      text.replace('},', '},,'),
    ];
    for (const one of [...spoiled, ...broken, text.replace(']}', ',]}'), `${text}${text}`])
      expect(isListing(new JsonText(one))).toBe(false);
  });

  it('is refused if its bytes are not UTF-8, because readers would decode them differently', () => {
    const bytes = Buffer.from(listingText({ ...listing, entries: [{ ...entry, name: 'ab' }] }).bytes);
    // An overlong quotation mark in the name.
    bytes.set([0xc0, 0xa2], bytes.indexOf('ab'));
    expect(isListing(new JsonText(bytes))).toBe(false);
  });
});
