import { z } from 'zod';

/**
 * `high`: a web shell, or code that has no honest use. `suspicious`: dangerous, with possible honest uses.
 * `notice`: worth checking, such as a page that shows the server's settings.
 */
export const SCAN_SEVERITIES = ['high', 'suspicious', 'notice'] as const;
export type ScanSeverity = (typeof SCAN_SEVERITIES)[number];

/** What a finding is, as the table of findings names it. */
export const SCAN_TECHNIQUES = [
  // Code that visitors send is run.
  'one-line-shell',
  // The code is hidden in several layers of encoding.
  'encoded-code',
  // What is called is only known at run time.
  'dynamic-call',
  'command',
  'file-upload',
  'file-write',
  'file-manager',
  'include-upload',
  'remote-code',
  'reverse-shell',
  'known-shell',
  // A picture or other harmless name with program text inside.
  'disguised-script',
  // `.htaccess`, `.user.ini` and their kind make harmless files run.
  'server-setting',
  'changed-core-file',
  'shown-environment',
] as const;
export type ScanTechnique = (typeof SCAN_TECHNIQUES)[number];

/** One step of the argument why a file is dangerous; `scan-texts.ts` has its words. */
export const SCAN_STEPS = [
  // `code` is where the value enters, such as `$_POST['x']`.
  'request-data',
  'file-data',
  'remote-data',
  // The value goes on under another name.
  'assigned',
  // `detail` is the chain of functions, such as `base64_decode, gzinflate`; `code` what came out.
  'decoded',
  // Text put together from pieces; `detail` is the result, such as `assert`.
  'built-name',
  'called',
  'executed',
  'included',
  'written',
  // `detail` is the name of a rule.
  'rule',
  'upload-folder',
  'hidden-name',
  'picture-with-code',
  'setting',
  // Differs from the file that the app was installed with.
  'differs-from-original',
] as const;
export type ScanStepKind = (typeof SCAN_STEPS)[number];

/** Characters of code or detail that a step keeps. */
export const SCAN_CODE_MAX = 300;
/** Lines around a finding that are kept to be shown. */
export const SCAN_EXCERPT_LINES = 9;

const Line = z.number().int().min(1);
const Code = z.string().max(SCAN_CODE_MAX);

export const ScanStep = z.object({
  kind: z.enum(SCAN_STEPS),
  /** From 1; null if the step is about the file itself. */
  line: Line.nullable(),
  /** Source as it stands in the file, or in the layer that was decoded; may be cut. */
  code: Code.optional(),
  detail: Code.optional(),
});
export type ScanStep = z.infer<typeof ScanStep>;

export const ScanFinding = z.object({
  severity: z.enum(SCAN_SEVERITIES),
  technique: z.enum(SCAN_TECHNIQUES),
  /** Name of the rule or analysis that found it; stable, so that an owner can allow it. */
  rule: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .max(64),
  /** How sure the scan is, 1 to 100. */
  confidence: z.number().int().min(1).max(100),
  line: Line,
  /** The argument, in the order in which data flows. */
  steps: z.array(ScanStep).max(20),
  /** Lines of the file around the finding, each cut to `SCAN_CODE_MAX` characters. */
  excerpt: z.object({ first: Line, lines: z.array(Code).max(SCAN_EXCERPT_LINES) }),
});
export type ScanFinding = z.infer<typeof ScanFinding>;
/** Findings that are kept of one file: the gravest. */
export const SCAN_FINDINGS_MAX = 10;

/** Why a file could not be analysed. It is reported, and never counted as clean. */
export const SCAN_UNKNOWN = ['too-slow', 'too-large', 'crashed', 'unreadable', 'too-deep'] as const;
export type ScanUnknown = (typeof SCAN_UNKNOWN)[number];

export const ScanVerdict = z.discriminatedUnion('is', [
  z.object({ is: z.literal('clean') }),
  z.object({ is: z.literal('found'), findings: z.array(ScanFinding).min(1).max(SCAN_FINDINGS_MAX) }),
  z.object({ is: z.literal('unknown'), why: z.enum(SCAN_UNKNOWN) }),
]);
export type ScanVerdict = z.infer<typeof ScanVerdict>;
