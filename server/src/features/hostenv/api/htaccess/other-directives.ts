import type { Conversion } from './conversion';
import { quotedValue } from './nginx-text';
import { Unconvertible, type ReasonKey } from './reasons';
import type { Directive } from './read-htaccess';

/** Directives that need no rule: nginx behaves so anyway, or has nothing comparable. */
const NEEDLESS =
  /^(?:rewriteengine|rewritebase|rewriteoptions|rewritelog|rewriteloglevel|serversignature|addoutputfilterbytype|addoutputfilter|setoutputfilter|deflate\w+|brotli\w*|cgipassauth|acceptpathinfo|satisfy|fileetag|contentdigest|enablesendfile|enablemmap|allowoverride|usecanonicalname)$/;

const REASON_OF: Readonly<Record<string, ReasonKey>> = {
  addtype: 'mime-page',
  forcetype: 'mime-page',
  defaulttype: 'mime-page',
  addencoding: 'mime-page',
  addlanguage: 'mime-page',
  php_value: 'php-page',
  php_flag: 'php-page',
  php_admin_value: 'php-page',
  php_admin_flag: 'php-page',
  limitrequestbody: 'php-page',
  suphp_configpath: 'php-page',
  authtype: 'password',
  authname: 'password',
  authuserfile: 'password',
  authgroupfile: 'password',
  authbasicprovider: 'password',
  authdigestprovider: 'password',
  authdigestdomain: 'password',
};

const KNOWN_ELSEWHERE =
  /^(?:action|addhandler|adddescription|addicon|aliasmatch|alias|checkspelling|checkcaseonly|cookie\w*|defaultlanguage|directoryslash|fallbackresource|filter\w+|indexignore|indexoptions|indexorderdefault|languagepriority|mod\w*speed\w*|multiviewsmatch|options\w*|passenv|proxy\w*|readmename|headername|removehandler|removetype|removeoutputfilter|requestheader|rewritemap|scriptalias\w*|sec\w+|sethandler|setinputfilter|setenv|setenvif|setenvifnocase|ssl\w+|substitute|unsetenv|xbithack|xsendfile\w*)$/;

function errorDocument({ args: [status = '', page = '', ...more] }: Directive): string | undefined {
  if (page.toLowerCase() === 'default') return undefined;
  if (!/^[45]\d\d$/.test(status) || page === '') throw new Unconvertible('incomplete', 'ErrorDocument');
  if (!page.startsWith('/') && !/^https?:\/\//i.test(page)) throw new Unconvertible('error-text');
  if (more.length > 0) throw new Unconvertible('error-text');
  if (page.includes('$')) throw new Unconvertible('dollar-sign');
  return `error_page ${status} ${quotedValue(page)};`;
}

const HARMLESS_OPTION =
  /^(?:[+-]?(?:followsymlinks|symlinksifownermatch)|-(?:multiviews|execcgi|includes\w*)|none)$/;

function options(conversion: Conversion, directive: Directive): void {
  let listing: 'on' | 'off' | undefined;
  for (const word of directive.args.map((arg) => arg.toLowerCase())) {
    if (/^[+-]?indexes$/.test(word)) listing = word.startsWith('-') ? 'off' : 'on';
    else if (word === 'all') listing = 'on';
    else if (!HARMLESS_OPTION.test(word)) throw new Unconvertible('unsupported', `Options ${word}`);
  }
  if (listing === undefined) return conversion.skip(directive);
  conversion.emit({ place: 'setting', from: [directive], code: [`autoindex ${listing};`], key: 'autoindex' });
}

/** `FallbackResource /index.php`: that script answers every address without a file. */
function fallback(conversion: Conversion, directive: Directive): void {
  const [page = ''] = directive.args;
  if (page.toLowerCase() === 'disabled') return conversion.skip(directive);
  if (!page.startsWith('/') || page.includes('$')) throw new Unconvertible('incomplete', 'FallbackResource');
  const code = [`if (!-e $request_filename) {\n    rewrite "^(?!.*\\.php/)/" ${quotedValue(page)} last;\n}`];
  conversion.emit({ place: 'rewrite', from: [directive], code });
}

/** `SetEnvIf attribute pattern name`, which `Deny from env=` then tests. */
function environment(conversion: Conversion, directive: Directive): void {
  const [attribute = '', pattern = '', ...names] = /^browsermatch/.test(directive.name)
    ? ['User-Agent', ...directive.args]
    : directive.args;
  if (/^authorization$/i.test(attribute)) return conversion.skip(directive);
  const special: Readonly<Record<string, string>> = {
    request_uri: '$uri',
    remote_addr: '$remote_addr',
    request_method: '$request_method',
  };
  const header = /^[A-Za-z][\w-]{0,40}$/.test(attribute)
    ? `$http_${attribute.toLowerCase().replaceAll('-', '_')}`
    : undefined;
  const variable = special[attribute.toLowerCase()] ?? header;
  if (variable === undefined || pattern === '' || names.length === 0)
    throw new Unconvertible('unsupported', directive.text);
  for (const name of names.filter((one) => !one.startsWith('!'))) {
    const key = name.split('=')[0] ?? '';
    const tests = conversion.environment.get(key) ?? [];
    const nocase = directive.name.endsWith('nocase');
    conversion.environment.set(key, [...tests, { variable, pattern, nocase, from: directive }]);
  }
}

function directoryIndex(conversion: Conversion, directive: Directive): void {
  const documents = directive.args.filter((arg) => !/^disabled$/i.test(arg));
  if (documents.length === 0) throw new Unconvertible('home-page');
  const code = [`index ${documents.map(quotedValue).join(' ')};`];
  conversion.emit({ place: 'setting', from: [directive], code, key: 'index' });
}

function errorPage(conversion: Conversion, directive: Directive): void {
  const code = errorDocument(directive);
  if (code === undefined) return conversion.skip(directive);
  const key = `error_page ${directive.args[0] ?? ''}`;
  conversion.emit({ place: 'setting', from: [directive], code: [code], key });
}

function handler(_conversion: Conversion, { name, args }: Directive): void {
  if (args.some((arg) => /php/i.test(arg))) throw new Unconvertible('php-page');
  throw new Unconvertible('unsupported', name);
}

const CONVERTERS: Readonly<Record<string, (conversion: Conversion, directive: Directive) => void>> = {
  options,
  fallbackresource: fallback,
  setenvif: environment,
  setenvifnocase: environment,
  browsermatch: environment,
  browsermatchnocase: environment,
  directoryindex: directoryIndex,
  errordocument: errorPage,
  addhandler: handler,
  sethandler: handler,
};

/** Converts single directives, except rewriting, access and response headers. */
export function convertOther(conversion: Conversion, directive: Directive): void {
  const { name } = directive;
  const reason = REASON_OF[name];
  if (reason !== undefined) throw new Unconvertible(reason);
  const converter = CONVERTERS[name];
  if (converter) return converter(conversion, directive);
  if (NEEDLESS.test(name)) return conversion.skip(directive);
  const written = directive.text.split(/\s/)[0] ?? '';
  throw new Unconvertible(KNOWN_ELSEWHERE.test(name) ? 'unsupported' : 'unknown', written);
}
