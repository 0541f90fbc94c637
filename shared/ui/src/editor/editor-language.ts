import { StreamLanguage, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

type Load = () => Promise<Extension>;

const simple = <State>(parser: StreamParser<State>): Extension => StreamLanguage.define(parser);

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
const shell: Load = async () => simple((await import('@codemirror/legacy-modes/mode/shell')).shell);
const nginx: Load = async () => simple((await import('@codemirror/legacy-modes/mode/nginx')).nginx);
const python: Load = async () => simple((await import('@codemirror/legacy-modes/mode/python')).python);
const properties: Load = async () =>
  simple((await import('@codemirror/legacy-modes/mode/properties')).properties);

const BY_EXTENSION: Readonly<Record<string, Load>> = {
  php,
  phtml: php,
  inc: php,
  html,
  htm: html,
  vue: html,
  css,
  scss: css,
  less: css,
  js: javascript,
  mjs: javascript,
  cjs: javascript,
  jsx: javascript,
  ts: typescript,
  tsx: typescript,
  json,
  map: json,
  webmanifest: json,
  xml,
  svg: xml,
  rss: xml,
  config: xml,
  sql,
  md: markdown,
  markdown,
  yml: yaml,
  yaml,
  sh: shell,
  bash: shell,
  conf: nginx,
  py: python,
  ini: properties,
  env: properties,
  properties,
};

/** Highlighting by the name's extension; none for plain text. Each language is a chunk of its own. */
export async function editorLanguage(fileName: string): Promise<Extension> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const load = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  // The file can be edited without colours too, so a chunk that fails to load is no failure.
  return (await load?.().catch(() => [])) ?? [];
}
