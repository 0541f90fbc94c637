import type { LocalizedText } from '@sitedeck/contract';

/** The result of rewriting a visitor's URL: arguments for the app's script, or an existing file. */
export type RewriteResult =
  | { readonly is: 'script'; readonly script: string; readonly query?: string; readonly pathInfo?: string }
  | { readonly is: 'file'; readonly file: string }
  | { readonly is: 'redirect'; readonly status: 301 | 302; readonly to: string }
  | { readonly is: 'refused'; readonly status: 403 | 404 };

export interface TemplateUrl {
  readonly url: string;
  readonly becomes: RewriteResult;
}

/** Rewrite rules of one app, as nginx reads them inside a host's server block. */
export interface RewriteTemplate {
  readonly id: string;
  readonly name: LocalizedText;
  readonly note: LocalizedText;
  readonly content: string;
  /** Address forms that the app produces, and their results. */
  readonly urls: readonly TemplateUrl[];
  /** The setting of the app that produces these forms. */
  readonly madeBy: LocalizedText;
  /** Names of the app, in lower case, by which a request in words finds the template. */
  readonly words: readonly string[];
}

export const inBothLanguages = (zh: string, en: string): LocalizedText => ({ 'zh-CN': zh, 'en-US': en });
/** A product's name, which is the same in every language. */
export const sameInBothLanguages = (name: string): LocalizedText => inBothLanguages(name, name);

interface ScriptMore {
  readonly query?: string;
  readonly pathInfo?: string;
}

export const becomesScript = (url: string, script: string, more: ScriptMore = {}): TemplateUrl => ({
  url,
  becomes: { is: 'script', script, ...more },
});
export const becomesFile = (url: string, file = url): TemplateUrl => ({ url, becomes: { is: 'file', file } });
export const becomesRedirect = (url: string, to: string, status: 301 | 302 = 301): TemplateUrl => ({
  url,
  becomes: { is: 'redirect', status, to },
});
export const isRefusedUrl = (url: string, status: 403 | 404 = 404): TemplateUrl => ({
  url,
  becomes: { is: 'refused', status },
});
