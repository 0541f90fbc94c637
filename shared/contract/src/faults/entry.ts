export type Locale = 'zh-CN' | 'en-US';

/** A text in each language. */
export type LocalizedText = Readonly<Record<Locale, string>>;

/** Code and words of one expected failure; `{name}` is a placeholder for a value. */
export interface FaultEntry extends LocalizedText {
  readonly code: '400' | '401' | '403' | '404' | '409' | '413' | '423' | '429' | '500' | '502' | '996';
}
