import type { ScanFinding, ScanUnknown, ScanVerdict } from '@sitedeck/contract';
import { normalised } from './asp/normalise';
import { ASP_RULES, ASPX_RULES } from './asp/rules';
import { finished, type Draft } from './findings';
import { JSP_RULES } from './jsp/rules';
import { beginsLikePicture, isDocument, languageOf, type Language } from './language';
import { analysePhp } from './php/analyse-php';
import { toolkitOf } from './php/capabilities';
import { PHP_TEXT_RULES } from './php/text-rules';
import { SETTING_RULES } from './settings/rules';
import { withoutComments } from './tokens/normalise';
import { hasPhp, isWorthFollowing } from './tokens/prefilter';
import { applyRules } from './tokens/rules';

/** Largest source that is parsed; a larger one is searched by rules alone. */
const LARGEST_PARSED = 2 * 1024 * 1024;

interface Analysis {
  readonly drafts: readonly Draft[];
  readonly unknown?: ScanUnknown | undefined;
}

const UNKNOWN_OF = {
  done: undefined,
  broken: 'unreadable',
  'too-deep': 'too-deep',
  'too-slow': 'too-slow',
} as const;

function phpDrafts(source: string): Analysis {
  if (!isWorthFollowing(source)) return { drafts: toolkitOf(source) };
  if (source.length > LARGEST_PARSED) {
    const text = withoutComments(source, ['#', '//']);
    return { drafts: [...applyRules(PHP_TEXT_RULES, text), ...toolkitOf(source)], unknown: 'too-large' };
  }
  const { is, drafts, layers } = analysePhp(source);
  const inLayers = layers
    .slice(0, 20)
    .flatMap((layer) => toolkitOf(layer))
    .map((one) => ({ ...one, line: 1 }));
  if (is === 'broken') {
    const text = withoutComments(source, ['#', '//']);
    return { drafts: [...applyRules(PHP_TEXT_RULES, text), ...toolkitOf(source)], unknown: 'unreadable' };
  }
  return { drafts: [...drafts, ...toolkitOf(source), ...inLayers], unknown: UNKNOWN_OF[is] };
}

interface NamedSource {
  readonly name: string;
  readonly language: Language;
  readonly source: string;
}

/** A name that no server runs: another file would have to include it. */
function asDisguised({ name, language, source }: NamedSource, drafts: readonly Draft[]): readonly Draft[] {
  const isPicture = language === 'picture' || beginsLikePicture(source);
  const step = {
    kind: isPicture ? 'picture-with-code' : 'hidden-name',
    line: null,
    detail: name.slice(-200),
  } as const;
  if (isPicture || !isDocument(name))
    return drafts.map((one) => ({
      ...one,
      technique: 'disguised-script',
      steps: [step, ...one.steps].slice(0, 20),
    }));
  // Documents quote code. A complete script under the name of a document is worth more.
  const isScript = /^\s*(<\?php|<\?\s|<%)/.test(source.slice(0, 400)) || /^(GIF8|<html>\s*<\?)/i.test(source);
  return drafts.map((one) => ({
    ...one,
    severity: isScript && one.severity === 'high' ? 'suspicious' : 'notice',
    steps: [step, ...one.steps].slice(0, 20),
  }));
}

const hasServerCode = (source: string): boolean =>
  /<%|<script[^>]{0,80}runat\s*=\s*["']?server|<jsp:/i.test(source);

function drafts(file: NamedSource): Analysis {
  const { language, source } = file;
  switch (language) {
    case 'setting': {
      const text = source.replace(/^[ \t]*[#;].*$/gm, '');
      const found = applyRules(SETTING_RULES, text);
      return hasPhp(source) ? { drafts: [...found, ...phpDrafts(source).drafts] } : { drafts: found };
    }
    case 'php':
      return hasPhp(source) ? phpDrafts(source) : { drafts: [] };
    case 'asp':
    case 'aspx':
    case 'jsp':
      return { drafts: serverPage(language, source) };
    default:
      return {
        drafts: [...(hasLongTag(source) ? asDisguised(file, phpDrafts(source).drafts) : []), ...other(file)],
      };
  }
}

/** Bytes of a picture hold `<?=` by chance. */
const hasLongTag = (source: string): boolean => /<\?php\s|<script\s+language\s*=\s*["']?php/i.test(source);

function other(file: NamedSource): readonly Draft[] {
  const { language, source } = file;
  if (language === 'picture' || !hasServerCode(source)) return [];
  const page = /<%@\s*page[^%]{0,200}(java|import="java)|<jsp:|getParameter|Runtime/i.test(source)
    ? 'jsp'
    : /<%@\s*(page|webhandler|webservice)|runat=/i.test(source)
      ? 'aspx'
      : 'asp';
  const found = serverPage(page, source).filter((one) => one.severity === 'high');
  return /^\s*<%/.test(source.slice(0, 400)) ? asDisguised(file, found) : [];
}

const RULES = { asp: ASP_RULES, aspx: [...ASPX_RULES, ...ASP_RULES], jsp: JSP_RULES } as const;

function serverPage(language: 'asp' | 'aspx' | 'jsp', source: string): readonly Draft[] {
  const text = withoutComments(normalised(decodedText(source)), language === 'asp' ? [] : ['//']);
  return applyRules(RULES[language], text);
}

/** Pages may be in UTF-16. */
function decodedText(source: string): string {
  if (/^(\xff\xfe|[\x20-\x7e]\0[\x20-\x7e]\0)/.test(source))
    return Buffer.from(source, 'latin1').toString('utf16le');
  if (source.startsWith('\xfe\xff'))
    return Buffer.from(source.slice(0, source.length & ~1), 'latin1')
      .swap16()
      .toString('utf16le');
  return source;
}

export interface ScannedFile {
  readonly name: string;
  /** Content, or its first part. */
  readonly bytes: Buffer;
  /** Of the complete file. */
  readonly size: number;
}

export function verdictOf(findings: readonly ScanFinding[], unknown: ScanUnknown | undefined): ScanVerdict {
  if (findings.length > 0) return { is: 'found', findings: [...findings] };
  return unknown ? { is: 'unknown', why: unknown } : { is: 'clean' };
}

/** Judges one file. It never throws for what a file holds. */
export function analyseFile({ name, bytes, size }: ScannedFile): ScanVerdict {
  const source = bytes.toString('latin1');
  const { drafts: found, unknown } = drafts({ name, language: languageOf(name), source });
  return verdictOf(finished(bytes, found), unknown ?? (bytes.length < size ? 'too-large' : undefined));
}
