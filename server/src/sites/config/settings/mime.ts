import { MIME_TYPES_MAX, MimeMapping, type SiteConfig } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { isClosedSource } from '#system/nginx/snippet/closed-sources';

const { extension: Extension, mimeType: MimeType } = MimeMapping.shape;

/** Reads an extension with or without its dot, in any case. Refuses with `mime-extension-refused`. */
function extensionOf(text: string): string {
  const read = Extension.safeParse(
    text
      .trim()
      .replace(/^\*?\./, '')
      .toLowerCase(),
  );
  if (read.success) return read.data;
  throw new Refusal('mime-extension-refused', {
    field: 'extension',
    values: { extension: text.slice(0, 64) },
  });
}

/**
 * Adds the type of an extension, or replaces it. Refuses with `mime-type-refused`, `mime-extension-refused`,
 * `mime-extension-closed` or `mime-full`.
 */
export function withMime(
  document: SiteConfig,
  added: { readonly mimeType: string; readonly extension: string },
): SiteConfig {
  const mimeType = MimeType.safeParse(added.mimeType.trim());
  if (!mimeType.success)
    throw new Refusal('mime-type-refused', {
      field: 'mimeType',
      values: { type: added.mimeType.slice(0, 200) },
    });
  const extension = extensionOf(added.extension);
  if (isClosedSource(extension))
    throw new Refusal('mime-extension-closed', { field: 'extension', values: { extension } });
  const others = document.mime.filter((mapping) => mapping.extension !== extension);
  if (others.length >= MIME_TYPES_MAX) throw new Refusal('mime-full', { values: { max: MIME_TYPES_MAX } });
  return { ...document, mime: [...others, { mimeType: mimeType.data, extension }] };
}

/** Refuses with `mime-gone`. */
export function withoutMime(document: SiteConfig, text: string): SiteConfig {
  const extension = extensionOf(text);
  const mime = document.mime.filter((mapping) => mapping.extension !== extension);
  if (mime.length === document.mime.length)
    throw new Refusal('mime-gone', { field: 'extension', values: { extension } });
  return { ...document, mime };
}
