import type { Extension } from '@codemirror/state';

type Load = () => Promise<Extension>;

const php: Load = async () => (await import('@codemirror/lang-php')).php();
const html: Load = async () => (await import('@codemirror/lang-html')).html();
const css: Load = async () => (await import('@codemirror/lang-css')).css();
const javascript: Load = async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true });
const typescript: Load = async () =>
  (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true });
const json: Load = async () => (await import('@codemirror/lang-json')).json();
const xml: Load = async () => (await import('@codemirror/lang-xml')).xml();
const sql: Load = async () => (await import('@codemirror/lang-sql')).sql();
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown();
const yaml: Load = async () => (await import('@codemirror/lang-yaml')).yaml();

const BY_EXTENSION: Readonly<Record<string, Load>> = {
  php,
  phtml: php,
  inc: php,
  html,
  htm: html,
  css,
  js: javascript,
  mjs: javascript,
  cjs: javascript,
  jsx: javascript,
  ts: typescript,
  tsx: typescript,
  json,
  map: json,
  xml,
  svg: xml,
  rss: xml,
  config: xml,
  sql,
  md: markdown,
  yml: yaml,
  yaml,
};

/** Highlighting by the name's extension; nothing for plain text. Each language is a chunk of its own. */
export async function editorLanguage(fileName: string): Promise<Extension> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return (await BY_EXTENSION[extension]?.()) ?? [];
}
