import { createHash } from 'node:crypto';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { LONGEST_TEXT, concat, known, toNumber, UNKNOWN, type Value } from './values';

type Fold = (args: readonly Value[]) => Value | undefined;

const bytes = (text: string) => Buffer.from(text, 'latin1');
const unpacked = (inflate: typeof inflateSync): Fold =>
  onText((text) => inflate(bytes(text), { maxOutputLength: LONGEST_TEXT }).toString('latin1'));

/** A function of one text; undefined if the text is unknown or it can't be done. */
function onText(change: (text: string, ...more: readonly (string | undefined)[]) => string): Fold {
  return ([first, ...more]) => {
    if (first?.text === undefined || more.some((one) => one.text === undefined)) return undefined;
    try {
      return known(change(first.text, ...more.map((one) => one.text ?? '')));
    } catch {
      return undefined;
    }
  };
}

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

function uudecode(text: string): string {
  const out: number[] = [];
  for (const line of text.split('\n')) {
    const length = (line.charCodeAt(0) - 32) & 63;
    if (!line || !length) continue;
    const from = out.length;
    for (let at = 1; at < line.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map(
        (n) => ((line.charCodeAt(at + n) || 32) - 32) & 63,
      );
      out.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
    }
    out.length = Math.min(out.length, from + length);
  }
  return Buffer.from(out).toString('latin1');
}

function substr(text: string, from: number, length?: number): string {
  const start = from < 0 ? Math.max(0, text.length + from) : from;
  if (length === undefined) return text.slice(start);
  return length < 0 ? text.slice(start, length) : text.slice(start, start + length);
}

/** Values of an array of texts, all known. */
function texts(value: Value | undefined): readonly string[] | undefined {
  if (value?.text !== undefined) return [value.text];
  if (!value?.items) return undefined;
  const all = [...value.items.values()].map((one) => one.text);
  return all.every((one) => one !== undefined) ? all : undefined;
}

const replaceText: Fold = ([from, to, subject]) => {
  const [search, replacement] = [texts(from), texts(to)];
  if (subject?.text === undefined || !search || !replacement) return undefined;
  let text = subject.text;
  search.forEach((one, at) => {
    if (one !== '') text = text.split(one).join(to?.items ? (replacement[at] ?? '') : replacement[0]);
    if (text.length > LONGEST_TEXT) text = '';
  });
  return known(text);
};

const list = (items: readonly Value[]): Value => ({
  items: new Map(items.map((item, at) => [String(at), item])),
});

function translate([subject, from, to]: readonly Value[]): Value | undefined {
  if (subject?.text === undefined) return undefined;
  if (from?.items) {
    const pairs = [...from.items].filter(([key]) => key !== '').sort(([a], [b]) => b.length - a.length);
    if (pairs.length > 1000 || pairs.some(([, value]) => value.text === undefined)) return undefined;
    let out = '';
    for (let at = 0; at < subject.text.length;) {
      const text = subject.text;
      const pair = pairs.find(([key]) => text.startsWith(key, at));
      out += pair ? (pair[1].text ?? '') : text.charAt(at);
      at += pair ? pair[0].length : 1;
    }
    return known(out);
  }
  if (from?.text === undefined || to?.text === undefined) return undefined;
  const map = new Map(
    from.text
      .split('')
      .slice(0, to.text.length)
      .map((one, at) => [one, to.text?.[at] ?? '']),
  );
  return known(
    subject.text
      .split('')
      .map((one) => map.get(one) ?? one)
      .join(''),
  );
}

function pack([format, ...rest]: readonly Value[]): Value | undefined {
  const all = rest.map((one) => one.text);
  const [first] = all;
  if (format?.text === undefined || first === undefined) return undefined;
  if (/^H\*?$/.test(format.text)) return known(Buffer.from(first, 'hex').toString('latin1'));
  if (/^[cC](\*|\d+)?$|^[cC]+$/.test(format.text))
    return known(all.map((one) => String.fromCharCode(Number(one) & 255)).join(''));
  return /^[aA]\*?$/.test(format.text) ? known(first) : undefined;
}

const number = (value: Value | undefined) => (value ? toNumber(value) : undefined);

const hash = (algorithm: string) => onText((text) => createHash(algorithm).update(bytes(text)).digest('hex'));

/** Functions of PHP whose result follows from known arguments. */
const FOLDS: Readonly<Record<string, Fold>> = {
  base64_decode: onText((text) => Buffer.from(text, 'base64').toString('latin1')),
  base64_encode: onText((text) => bytes(text).toString('base64')),
  str_rot13: onText(rot13),
  strrev: onText((text) => text.split('').reverse().join('')),
  gzinflate: unpacked(inflateRawSync),
  gzuncompress: unpacked(inflateSync),
  gzdecode: unpacked(gunzipSync),
  zlib_decode: unpacked(inflateSync),
  hex2bin: onText((text) => Buffer.from(text, 'hex').toString('latin1')),
  bin2hex: onText((text) => bytes(text).toString('hex')),
  urldecode: onText((text) => unescapeUrl(text.replace(/\+/g, ' '))),
  rawurldecode: onText(unescapeUrl),
  convert_uudecode: onText(uudecode),
  strtolower: onText((text) => text.toLowerCase()),
  strtoupper: onText((text) => text.toUpperCase()),
  ucfirst: onText((text) => text.charAt(0).toUpperCase() + text.slice(1)),
  lcfirst: onText((text) => text.charAt(0).toLowerCase() + text.slice(1)),
  trim: onText((text, chars) => (chars === undefined ? text.trim() : strip(text, chars, 'both'))),
  ltrim: onText((text, chars) => (chars === undefined ? text.trimStart() : strip(text, chars, 'left'))),
  rtrim: onText((text, chars) => (chars === undefined ? text.trimEnd() : strip(text, chars, 'right'))),
  stripslashes: onText((text) => text.replace(/\\(.?)/g, '$1')),
  stripcslashes: onText((text) => text.replace(/\\x([\da-f]{1,2})|\\([0-7]{1,3})|\\(.)/gi, unescape)),
  html_entity_decode: onText((text) =>
    text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  ),
  strip_tags: onText((text) => text.replace(/<[^>]*>/g, '')),
  dechex: onText((text) => Number(text).toString(16)),
  hexdec: onText((text) => String(Number.parseInt(text, 16) || 0)),
  octdec: onText((text) => String(Number.parseInt(text, 8) || 0)),
  bindec: onText((text) => String(Number.parseInt(text, 2) || 0)),
  decoct: onText((text) => Number(text).toString(8)),
  base_convert: onText((text, from, to) => Number.parseInt(text, Number(from)).toString(Number(to))),
  strlen: onText((text) => String(text.length)),
  ord: onText((text) => String(text.charCodeAt(0) || 0)),
  intval: onText((text) => String(Math.trunc(toNumber(known(text)) ?? 0))),
  floor: onText((text) => String(Math.floor(Number(text)))),
  md5: hash('md5'),
  sha1: hash('sha1'),
  strstr: onText((text, needle = '') => (text.includes(needle) ? text.slice(text.indexOf(needle)) : '')),
  strpos: onText((text, needle = '') => (text.includes(needle) ? String(text.indexOf(needle)) : '')),
  str_repeat: onText((text, times) => (Number(times) * text.length < 1e6 ? text.repeat(Number(times)) : '')),
  str_pad: onText((text) => text),
  chr: ([code]) => {
    const at = number(code);
    return at === undefined ? undefined : known(String.fromCharCode(((at % 256) + 256) % 256));
  },
  substr: ([text, from, length]) => {
    const [start, count] = [number(from), number(length)];
    if (text?.text === undefined || start === undefined || (length && count === undefined)) return undefined;
    return known(substr(text.text, start, count));
  },
  substr_replace: ([text, by, from, length]) => {
    const [start, count = text?.text?.length ?? 0] = [number(from), number(length)];
    if (text?.text === undefined || by?.text === undefined || start === undefined) return undefined;
    return known(text.text.slice(0, start) + by.text + text.text.slice(start + count));
  },
  str_replace: replaceText,
  str_ireplace: replaceText,
  strtr: translate,
  pack,
  implode: (args) => join(args),
  join: (args) => join(args),
  sprintf: ([format, ...values]) => {
    if (format?.text === undefined || !/^(%s|%c|%%|%\d+\$s|[^%])*$/.test(format.text)) return undefined;
    let next = 0;
    const pieces = format.text.split(/(%s|%c|%\d+\$s)/);
    const filled = pieces.map((piece) => {
      const at = /^%(\d+)\$s$/.exec(piece)?.[1];
      if (at !== undefined) return values[Number(at) - 1] ?? UNKNOWN;
      if (piece === '%s') return values[next++] ?? UNKNOWN;
      if (piece === '%c') return FOLDS['chr']?.([values[next++] ?? UNKNOWN]) ?? UNKNOWN;
      return known(piece);
    });
    return concat(filled);
  },
  explode: ([by, text]) => {
    if (!by?.text || text?.text === undefined) return undefined;
    return list(text.text.split(by.text).map(known));
  },
  str_split: ([text, size]) => {
    const step = size ? number(size) : 1;
    if (text?.text === undefined || !step || step < 1 || text.text.length > 100_000) return undefined;
    const pieces: Value[] = [];
    for (let at = 0; at < text.text.length; at += step) pieces.push(known(text.text.slice(at, at + step)));
    return list(pieces);
  },
  range: ([from, to]) => {
    if (from?.text === undefined || to?.text === undefined) return undefined;
    const letters = /^[a-z~]$/i.test(from.text);
    const [first, last] = [from, to].map((one) =>
      letters ? (one.text ?? '').charCodeAt(0) : Number(one.text),
    );
    if (first === undefined || last === undefined || !(Math.abs(last - first) < 10_000)) return undefined;
    const all = Array.from(
      { length: Math.abs(last - first) + 1 },
      (_, at) => first + (last > first ? at : -at),
    );
    return list(all.map((one) => known(letters ? String.fromCharCode(one) : String(one))));
  },
  count: ([array]) => (array?.items && !array.origin ? known(String(array.items.size)) : undefined),
  array_reverse: ([array]) => (array?.items ? list([...array.items.values()].reverse()) : undefined),
  array_values: ([array]) => (array?.items ? list([...array.items.values()]) : undefined),
  array_merge: (arrays) =>
    arrays.every((one) => one.items)
      ? list(arrays.flatMap((one) => [...(one.items?.values() ?? [])]))
      : undefined,
  array_flip: ([array]) =>
    array?.items && {
      items: new Map([...array.items].map(([key, value]) => [value.text ?? '', known(key)])),
    },
};

function join([by, array]: readonly Value[]): Value | undefined {
  const [glue, pieces] = by?.items ? [array, by] : [by, array];
  if (!pieces?.items) return undefined;
  return concat([...pieces.items.values()].flatMap((one, at) => (at && glue?.text ? [glue, one] : [one])));
}

function unescapeUrl(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(String(hex), 16)));
}

function unescape(all: string, ...[hex, octal, other]: readonly (string | undefined)[]): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return octal === undefined ? (other ?? all) : String.fromCharCode(Number.parseInt(octal, 8) & 255);
}

function strip(text: string, chars: string, side: 'left' | 'right' | 'both'): string {
  let [from, to] = [0, text.length];
  if (side !== 'right') while (from < to && chars.includes(text.charAt(from))) from += 1;
  if (side !== 'left') while (to > from && chars.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Functions that make hidden code readable, and are named as steps. */
export const DECODERS = new Set(
  [
    'base64_decode',
    'str_rot13',
    'strrev',
    'gzinflate',
    'gzuncompress',
    'gzdecode',
    'zlib_decode',
    'hex2bin',
  ].concat([
    'urldecode',
    'rawurldecode',
    'convert_uudecode',
    'pack',
    'openssl_decrypt',
    'mcrypt_decrypt',
    'strtr',
  ]),
);

/** Result of a function of PHP with known arguments; undefined if it can't be known. */
export const fold = (name: string, args: readonly Value[]): Value | undefined =>
  Object.hasOwn(FOLDS, name) ? FOLDS[name]?.(args) : undefined;
