import { kernel } from '../kernel/cell';

/** Complete address of the reply of `linkFile`: the page may be of another origin than the file service. */
export function fileAddress(url: string): string {
  const base = new URL(kernel().config.fileServiceBase, location.href);
  return new URL(url, base).href;
}
