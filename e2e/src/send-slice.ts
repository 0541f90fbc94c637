import type { ProviderReply, Client } from './api';
import type { Product } from './product';

export interface Slice {
  readonly folder: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly from: number;
  readonly total: number;
  /** Identifies the upload, so that it can be resumed. */
  readonly id: string;
  readonly language?: string;
}

/** Sends one slice of a file as the console does. */
export async function sendSlice(product: Product, client: Client, slice: Slice): Promise<ProviderReply> {
  const { folder, name, bytes, from, total, id, language = 'zh-CN' } = slice;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const reply = await fetch(`${product.origin}/fs/upload?path=${encodeURIComponent(folder)}`, {
    method: 'POST',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': language,
      cookie: client.cookie,
      'X-Upload-Id': id,
      'Content-Range': `bytes ${from}-${from + bytes.length - 1}/${total}`,
      'Content-Total': String(total),
      'Content-First-Slice': String(from === 0),
    },
    body: form,
  });
  const body = (await reply.json()) as Pick<ProviderReply, 'code' | 'res' | 'msg'>;
  return { ...body, status: reply.status, headers: reply.headers };
}
