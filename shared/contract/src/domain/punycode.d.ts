declare module 'punycode/punycode.es6.js' {
  /** The domain with each label in punycode replaced by its Unicode form. Throws RangeError for invalid punycode. */
  export function toUnicode(domain: string): string;
}
