import { z } from 'zod';
import { DOMAIN_MAX, SitePath } from '../call/brand';
import { CdnConfig } from '../cdn/cdn-config';
import { LANGUAGES } from '../host/host-info';
import { DEFAULT_DISABLED_FUNCTIONS, PHP_UPLOAD_MAX_MIB, PHP_UPLOAD_STANDARD_MIB } from './php-parameters';
import {
  DISABLED_FUNCTIONS_MAX,
  DOCUMENT_NAME_PATTERN,
  EXTENSION_MAX,
  EXTENSION_PATTERN,
  FUNCTION_NAME_MAX,
  FUNCTION_NAME_PATTERN,
  MIME_TYPE_PATTERN,
  DOCUMENT_NAME_MAX,
  DOCUMENTS_MAX,
  ERROR_PAGE_MAX,
  HSTS_DAYS_MAX,
  MIME_TYPE_MAX,
  MIME_TYPES_MAX,
  NAMES_MAX,
  REDIRECT_END_MAX,
  REDIRECTS_MAX,
  RULE_MAX_BYTES,
  RULE_NAME_MAX,
  SCRIPT_ERROR_MAX,
} from './site-bounds';

export * from './site-bounds';

/** Name of a default document: no path, no leading dot. */
export const DocumentName = z
  .string()
  .max(DOCUMENT_NAME_MAX)
  .regex(DOCUMENT_NAME_PATTERN)
  .refine((name) => !name.includes('..'));

/** The active rewrite rules: a copy of the saved rule from when it was activated. */
export const RuleInForce = z.object({
  /** Id of the saved rule; null if the rules come from elsewhere, such as an app. */
  id: z.number().int().positive().nullable(),
  name: z.string().min(1).max(RULE_NAME_MAX),
  content: z.string().max(RULE_MAX_BYTES),
});
export type RuleInForce = z.infer<typeof RuleInForce>;

/** One redirect (301); the first whose source matches wins. `system/redirects/rule.ts` of the server checks both ends. */
export const Redirect = z.object({
  /** A domain, a path, or a domain with a path: `old.example`, `/old`, `old.example/blog`. */
  source: z.string().min(1).max(REDIRECT_END_MAX),
  /** An `http:` or `https:` address, or a path of this site. */
  target: z.string().min(1).max(REDIRECT_END_MAX),
  /**
   * Appends the rest of the path after the source to the target; otherwise only the source itself is redirected, or a
   * complete domain.
   */
  keepPath: z.boolean(),
  keepQuery: z.boolean(),
});
export type Redirect = z.infer<typeof Redirect>;

/** What visitors get for HTTP 404 if the site's program sends no page of its own. */
export const ErrorPage = z.discriminatedUnion('is', [
  z.object({ is: z.literal('file'), path: SitePath }),
  z.object({ is: z.literal('text'), content: z.string().min(1).max(ERROR_PAGE_MAX) }),
]);
export type ErrorPage = z.infer<typeof ErrorPage>;

export const MimeMapping = z.object({
  mimeType: z.string().max(MIME_TYPE_MAX).regex(MIME_TYPE_PATTERN),
  /** The file extension without its dot, in lower case. */
  extension: z.string().max(EXTENSION_MAX).regex(EXTENSION_PATTERN),
});
export type MimeMapping = z.infer<typeof MimeMapping>;

export const FunctionName = z.string().max(FUNCTION_NAME_MAX).regex(FUNCTION_NAME_PATTERN);

export const PhpConfig = z.object({
  /** For example `8.2`; null: the node's default. */
  version: z
    .string()
    .regex(/^[0-9]{1,2}\.[0-9]{1,2}$/)
    .nullable()
    .default(null),
  enabled: z.boolean().default(true),
  shortOpenTag: z.boolean().default(false),
  displayErrors: z.boolean().default(false),
  errorLog: z.boolean().default(true),
  outputBuffer: z.boolean().default(true),
  upload: z.boolean().default(true),
  uploadMiB: z.number().int().min(1).max(PHP_UPLOAD_MAX_MIB).default(PHP_UPLOAD_STANDARD_MIB),
  /** Keys of `PHP_PARAMETERS` with values in PHP's own syntax; an absent one has its default. */
  parameters: z.record(z.string(), z.string().max(1024)).default({}),
  disabledFunctions: z
    .array(FunctionName)
    .max(DISABLED_FUNCTIONS_MAX)
    .default([...DEFAULT_DISABLED_FUNCTIONS]),
});
export type PhpConfig = z.infer<typeof PhpConfig>;

/** What visitors see when a script fails: nothing, the details, or the owner's message. */
export const SCRIPT_ERROR_MODES = ['off', 'details', 'custom'] as const;
export const ScriptError = z.object({
  notify: z.enum(SCRIPT_ERROR_MODES),
  msg: z.string().max(SCRIPT_ERROR_MAX),
});
export type ScriptError = z.infer<typeof ScriptError>;

export const DOTNET_VERSIONS = ['2.0', '4.0'] as const;
export const DOTNET_MODES = ['integrated', 'classic'] as const;
export const TRUST_LEVELS = ['Full', 'High', 'Medium', 'Low', 'Minimal'] as const;
export const DotNetConfig = z.object({
  version: z.enum(DOTNET_VERSIONS).default('4.0'),
  mode: z.enum(DOTNET_MODES).default('integrated'),
  trustLevel: z.enum(TRUST_LEVELS).default('Full'),
});
export type DotNetConfig = z.infer<typeof DotNetConfig>;

/** How visitors reach one domain of the site. */
export const NameSettings = z.object({
  /** Stored form of the domain. */
  name: z.string().max(DOMAIN_MAX),
  /** Answers plain HTTP with a redirect to HTTPS. */
  forcesHttps: z.boolean().default(false),
  /** Days that browsers remember to use HTTPS only; null: off. */
  hstsDays: z.number().int().min(1).max(HSTS_DAYS_MAX).nullable().default(null),
  /** The edge cache answers in front of the site. */
  cdn: z.boolean().default(false),
});
export type NameSettings = z.infer<typeof NameSettings>;

/**
 * All settings of a site in one document; each change makes a new version. Server, history, images and apps read and
 * write this document. A field that an older version lacks has its default.
 */
export const SiteConfig = z.object({
  language: z.enum(LANGUAGES),
  /** Default documents in order. */
  documents: z.array(DocumentName).min(1).max(DOCUMENTS_MAX),
  rewrite: RuleInForce.nullable().default(null),
  redirects: z.array(Redirect).max(REDIRECTS_MAX).default([]),
  errorPage: ErrorPage.nullable().default(null),
  /** Added to the server's own types, or replacing them. */
  mime: z.array(MimeMapping).max(MIME_TYPES_MAX).default([]),
  php: PhpConfig.prefault({}),
  scriptError: ScriptError.default({ notify: 'off', msg: '' }),
  dotNet: DotNetConfig.prefault({}),
  /** Domains without an entry have the defaults; entries of unbound domains have no effect. */
  names: z.array(NameSettings).max(NAMES_MAX).default([]),
  cdn: CdnConfig.prefault({}),
});
export type SiteConfig = z.infer<typeof SiteConfig>;
