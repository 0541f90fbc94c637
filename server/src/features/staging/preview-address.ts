/** The URL of a staging copy, by that of its site without a domain; without a slash at its end. */
export function stagingUrl(testUrl: string): string {
  const { protocol, host } = new URL(testUrl);
  return `${protocol}//staging-${host}`;
}
