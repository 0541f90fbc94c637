import { MimeMapping } from '@sitedeck/contract';
import { conf, NOTHING, UnsafeValue, type Conf } from '../conf';

/** Written again whatever was checked before: a type becomes a header. */
function row(mapping: MimeMapping): Conf {
  const read = MimeMapping.safeParse(mapping);
  if (!read.success) throw new UnsafeValue(`${mapping.mimeType} ${mapping.extension}`);
  return conf`${read.data.mimeType} ${read.data.extension};`;
}

/** `types` of a server stand in the place of all that were there before: the engine's own come first, the last one counts. */
export function mimeConf(engineTypes: string, mime: readonly MimeMapping[]): Conf {
  if (mime.length === 0) return NOTHING;
  return conf`include ${engineTypes};
  types {
    ${mime.map(row)}
  }`;
}

const BLOCK = /\btypes\s*\{([^}]*)\}/g;
const ROW = /^([^\s;]+)\s+([^;]+)$/;

/** The rows of a `mime.types` file, as nginx reads them. */
export function readMimeTypes(text: string): readonly MimeMapping[] {
  const plain = text.replace(/#[^\n]*/g, '');
  const rows = [...plain.matchAll(BLOCK)].flatMap(([, body = '']) => body.split(';'));
  const types = new Map<string, string>();
  for (const one of rows) {
    const [, mimeType = '', extensions = ''] = ROW.exec(one.trim()) ?? [];
    for (const extension of extensions.split(/\s+/).filter(Boolean))
      types.set(extension.toLowerCase(), mimeType);
  }
  return [...types]
    .map(([extension, mimeType]) => ({ mimeType, extension }))
    .filter((mapping) => MimeMapping.safeParse(mapping).success);
}
