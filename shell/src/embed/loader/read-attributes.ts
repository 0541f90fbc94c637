import type { EmbedOptions } from '../embed-api';

/** Attributes that the element itself understands. */
const OWN: ReadonlySet<string> = new Set(['name', 'host', 'locale', 'theme']);

/** Attributes of every HTML element: ignored, and no mistake. */
const GLOBAL =
  /^(?:data-|aria-|on|x-|v-|_ng|ng-|class$|id$|style$|slot$|part$|title$|hidden$|lang$|dir$|tabindex$|role$|nonce$|inert$|is$|key$)/;

/**
 * Every other attribute is a property of the remote, as in `path="/wwwroot"`; the remote's manifest decides
 * which ones exist.
 */
export const propertiesOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => !OWN.has(name) && !GLOBAL.test(name))
      .map(({ name, value }) => [name, value]),
  );

/** Unknown values count as missing: the page's own language and theme apply. */
export const localeOf = (value: string | null): EmbedOptions['locale'] =>
  value === 'zh-CN' || value === 'en-US' ? value : undefined;

export const themeOf = (value: string | null): EmbedOptions['theme'] =>
  value === 'light' || value === 'dark' || value === 'system' ? value : undefined;
