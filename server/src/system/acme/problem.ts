import { z } from 'zod';

/** The part of a problem document (RFC 7807) that ACME defines (RFC 8555, section 6.7). */
const ProblemDocument = z.object({
  type: z.string(),
  detail: z.string().optional(),
  subproblems: z
    .array(
      z.object({
        type: z.string(),
        detail: z.string().optional(),
        identifier: z.object({ value: z.string() }).optional(),
      }),
    )
    .optional(),
});

const PREFIX = 'urn:ietf:params:acme:error:';
/** Characters of an authority's `detail` that are kept. */
const DETAIL_MAX = 500;
const DOMAIN_MAX = 253;

/** What a problem concerns. */
interface ProblemContext {
  /** The domain; undefined: all. */
  readonly domain?: string | undefined;
  /** When the authority accepts requests again, ms since 1970. */
  readonly retryAt?: number | undefined;
}

/** An error that the authority reported, or that contacting it caused. */
export class AcmeProblem extends Error {
  readonly domain: string | undefined;
  readonly retryAt: number | undefined;

  /**
   * @param type without its prefix, such as `rateLimited`, or a type of this program
   * @param detail the authority's `detail`, or this program's own text
   */
  constructor(
    readonly type: string,
    readonly detail: string,
    { domain, retryAt }: ProblemContext = {},
  ) {
    super(`${type}: ${detail}`);
    this.domain = domain;
    this.retryAt = retryAt;
  }
}

/** Control characters from outside would spoil logs and pages. */
const tidy = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, DETAIL_MAX);

/** No usable connection, or a reply that took too long. */
export const UNREACHABLE = 'unreachable';
/** An invalid reply. */
export const UNUSABLE = 'unusable';

/** @param detail what is wrong with a reply of the authority; may quote it */
export const unusableReply = (detail: string): AcmeProblem => new AcmeProblem(UNUSABLE, tidy(detail));

/** Reads a problem document; undefined if it is not one. */
export function readProblem(document: unknown, about: ProblemContext = {}): AcmeProblem | undefined {
  const read = ProblemDocument.safeParse(document);
  if (!read.success || !read.data.type.startsWith(PREFIX)) return undefined;
  const [first] = read.data.subproblems ?? [];
  const { type, detail = '' } = first?.type.startsWith(PREFIX) ? first : read.data;
  const domain = about.domain ?? first?.identifier?.value.slice(0, DOMAIN_MAX);
  return new AcmeProblem(tidy(type.slice(PREFIX.length)), tidy(detail), { domain, retryAt: about.retryAt });
}
