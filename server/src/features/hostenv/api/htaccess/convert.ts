import { ACCESS_NAMES, accessOf, directivesIn } from './access';
import { convertAlias } from './alias';
import { emitAccess, emitMethods } from './access-statements';
import { Conversion, type NotConverted, type Objection } from './conversion';
import { filesScope, type FilesScope } from './files-scope';
import { convertOther } from './other-directives';
import { readHtaccess, type Directive, type Node, type Section } from './read-htaccess';
import { convertRewrites } from './rewrite';
import { ResponseHeaders } from './response-headers';

export type { NotConverted, Objection } from './conversion';

export interface ConvertedHtaccess {
  /** Rules for nginx; comments name the source line of each. */
  readonly content: string;
  /** Lines without a counterpart, in the order of the file. */
  readonly notConverted: readonly NotConverted[];
}

/** Largest text that is read, characters. */
const TEXT_MAX = 512 * 1024;
const LINES_MAX = 5000;

const SENDING: Readonly<Record<string, 'header' | 'expires' | 'charset'>> = {
  header: 'header',
  expiresactive: 'expires',
  expiresdefault: 'expires',
  expiresbytype: 'expires',
  addcharset: 'charset',
  adddefaultcharset: 'charset',
};

const ABSENT_MODULES =
  /^(?:mod_access_compat|access_compat_module|mod_security2?|security2?_module|litespeed)(?:\.c)?$/i;

/** `<IfModule>` holds for every module of Apache 2.4, so `<IfModule !…>` sections are skipped. */
function applies({ name, args }: Section): boolean {
  const [condition = ''] = args;
  const negated = condition.startsWith('!');
  const module = condition.replace(/^!/, '').replace(/>$/, '');
  if (name === '<ifdefine') return negated;
  return negated === ABSENT_MODULES.test(module);
}

function versionApplies({ args }: Section): boolean {
  const [operator = '', version = operator] = args;
  const [, major = '2', minor = '4'] = /^!?[<>=~]*(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  const requiredVersion = Number(major) * 100 + Number(minor);
  const order = Math.sign(204 - requiredVersion);
  if (operator.includes('<')) return order < 0 || (operator.includes('=') && order === 0);
  if (operator.includes('>')) return order > 0 || (operator.includes('=') && order === 0);
  return (order === 0) !== operator.startsWith('!');
}

class FileConverter {
  private readonly rewrites: Directive[] = [];
  private readonly aliases: Directive[] = [];
  private readonly sending: ResponseHeaders;

  constructor(private readonly conversion: Conversion) {
    this.sending = new ResponseHeaders(conversion);
  }

  run(nodes: readonly Node[], engineOff: boolean): void {
    const flat = this.flattened(nodes);
    this.place(flat, undefined);
    for (const alias of this.aliases) this.attempt(alias, () => convertAlias(this.conversion, alias));
    if (engineOff) for (const line of this.rewrites) this.conversion.refuse(line, 'engine-off');
    else convertRewrites(this.conversion, this.rewrites);
    this.sending.emit();
  }

  private attempt(directive: Directive, work: () => void): void {
    this.conversion.attempt([directive], work);
  }

  /** Unwraps sections that only test for features of the server. */
  private flattened(nodes: readonly Node[]): Node[] {
    return nodes.flatMap((node): Node[] => {
      if (node.is === 'directive') return [node];
      const asks = /^<if(?:module|define|directive|file)$/.test(node.name);
      if (!asks && node.name !== '<ifversion') return [{ ...node, children: this.flattened(node.children) }];
      if (asks ? applies(node) : versionApplies(node)) return this.flattened(node.children);
      this.conversion.skip(node);
      return [];
    });
  }

  /** Converts the directives of the file itself, or of a section about some files. */
  private place(nodes: readonly Node[], scope: FilesScope | undefined): void {
    const access = nodes.filter(({ name }) => ACCESS_NAMES.has(name));
    for (const node of nodes.filter(({ name }) => !ACCESS_NAMES.has(name))) {
      if (node.is === 'section') this.section(node, scope);
      else this.directive(node, scope);
    }
    if (access.length === 0) return;
    this.conversion.attempt(access, () =>
      emitAccess(this.conversion, { from: access, access: accessOf(access), scope }),
    );
  }

  private section(section: Section, scope: FilesScope | undefined): void {
    const inner = () => directivesIn(section.children);
    if (scope === undefined && /^<files(?:match)?$/.test(section.name))
      return this.conversion.attempt([section, ...inner()], () =>
        this.place(section.children, filesScope(section)),
      );
    if (scope === undefined && /^<limit(?:except)?$/.test(section.name))
      return this.conversion.attempt([section, ...inner()], () =>
        emitMethods(this.conversion, section, accessOf(inner())),
      );
    this.conversion.refuse(section, 'section', section.text);
  }

  private directive(directive: Directive, scope: FilesScope | undefined): void {
    const { name } = directive;
    const sending = SENDING[name];
    if (sending) return this.attempt(directive, () => this.sending[sending](directive, scope));
    const isRewrite = name === 'rewritecond' || name === 'rewriterule';
    const isAlias = /^redirect(?:match|permanent|temp)?$/.test(name);
    if (scope && (isRewrite || isAlias || /^(?:options|errordocument|directoryindex)$/.test(name)))
      return this.conversion.refuse(directive, 'in-section', directive.text.split(/\s/)[0] ?? '');
    if (isRewrite) this.rewrites.push(directive);
    else if (isAlias) this.aliases.push(directive);
    else this.attempt(directive, () => convertOther(this.conversion, directive));
  }
}

/** The last of several lines wins. */
function lastValue(nodes: readonly Node[], name: string): string | undefined {
  return directivesIn(nodes)
    .filter((directive) => directive.name === name)
    .at(-1)?.args[0];
}

/** The folder of the file, known from its RewriteBase. */
function folderOf(base: string | undefined): string {
  if (base === undefined || !/^\/[\w./~-]*$/.test(base) || base.includes('..')) return '/';
  return base.endsWith('/') ? base : `${base}/`;
}

/**
 * Converts an .htaccess of Apache to nginx rules that a host may have. Pure and in bounded time, whatever the text
 * holds; lines without a counterpart are reported with a reason.
 * @param objection says why a part may not be used
 */
export function convertHtaccess(text: string, objection: Objection): ConvertedHtaccess {
  const { nodes, faults } = readHtaccess(text.slice(0, TEXT_MAX), LINES_MAX);
  const conversion = new Conversion(folderOf(lastValue(nodes, 'rewritebase')), objection);
  for (const { reason, value = '', ...at } of faults) conversion.refuse(at, reason, value);
  const engineOff = lastValue(nodes, 'rewriteengine')?.toLowerCase() === 'off';
  new FileConverter(conversion).run(nodes, engineOff);
  return conversion.result();
}
