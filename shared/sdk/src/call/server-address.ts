import { kernel } from '../kernel/cell';

/** Complete address of a path in a reply of the API: the page may be of another origin than the server. */
export function serverAddress(url: string): string {
  const base = new URL(kernel().config.apiBase || '/', location.href);
  return new URL(url, base).href;
}
