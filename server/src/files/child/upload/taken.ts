import type { KnownFile } from './known-files';
import type { PartWish } from './part-wish';

export interface Slice extends PartWish {
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** The sender begins the file here. */
  readonly first: boolean;
  readonly bytes: readonly Buffer[];
}

export interface WholeFile extends PartWish {
  readonly bytes: readonly Buffer[];
  readonly size: number;
}

export interface Taken {
  /** The file stands complete under its name, or at `to`. */
  readonly done: boolean;
  readonly to?: string;
}

export const landed = ({ to }: { readonly to?: string }) => (to === undefined ? {} : { to });
export const stands = (file: KnownFile | undefined): Taken =>
  file?.done ? { done: true, ...landed(file) } : { done: false };
