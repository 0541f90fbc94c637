import { MimeMapping } from '@sitedeck/contract';
import { conf, NOTHING, UnsafeValue, type Conf } from '../conf';

/** Checked again at every rendering: a type becomes a header. */
function row(mapping: MimeMapping): Conf {
  const read = MimeMapping.safeParse(mapping);
  if (!read.success) throw new UnsafeValue(`${mapping.mimeType} ${mapping.extension}`);
  return conf`${read.data.mimeType} ${read.data.extension};`;
}

/**
 * A server's `types` block replaces all inherited types. So the engine's own come first; of equal ones the
 * last counts.
 */
export function mimeConf(engineTypes: string, mime: readonly MimeMapping[]): Conf {
  if (mime.length === 0) return NOTHING;
  return conf`include ${engineTypes};
  types {
    ${mime.map(row)}
  }`;
}

const BLOCK = /\btypes\s*\{([^}]*)\}/g;
const ROW = /^([^\s;]+)\s+([^;]+)$/;

/** Parses the rows of a `mime.types` file as nginx does. */
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
