const SIGNS = /[\\^$.*+?()[\]{}|/-]/g;

/**
 * Changes addresses with a host name to those of another URL: `https://a.com/x` by `a.com` and `http://b.com` becomes
 * `http://b.com/x`. Addresses without a scheme, escaped as in JSON or encoded as in a query are found, too; a longer host name
 * such as `a.com.cn` is another one.
 * @param name a host name, with its port if that is not the standard one
 * @param url scheme and host name, without a path
 */
export function changeAddress(name: string, url: string): (text: string) => string {
  const { protocol, host } = new URL(url);
  const wanted = name.replace(SIGNS, String.raw`\$&`).replace(':', '(?::|%3A)');
  const found = new RegExp(String.raw`(?:https?(:|%3A))?(\\?/\\?/|%2F%2F)${wanted}(?![\w-]|[.:]\w)`, 'gi');
  return (text) =>
    text.replace(found, (_all, colon: string | undefined, slashes: string) => {
      const scheme = colon === undefined ? '' : protocol.slice(0, -1) + colon;
      return `${scheme}${slashes}${host}`;
    });
}
