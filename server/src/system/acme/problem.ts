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
/** Characters of an authority's own words that are kept. */
const DETAIL_MAX = 500;
const DOMAIN_MAX = 253;

/** What a problem is about. */
interface ProblemContext {
  /** The domain; undefined: all. */
  readonly domain?: string | undefined;
  /** When the authority may be asked again, ms since 1970. */
  readonly retryAt?: number | undefined;
}

/** What a certificate authority objects to. */
export class AcmeProblem extends Error {
  readonly domain: string | undefined;
  readonly retryAt: number | undefined;

  /**
   * @param kind type without its prefix, such as `rateLimited`, or one of this program's own
   * @param detail the authority's own words
   */
  constructor(
    readonly kind: string,
    readonly detail: string,
    { domain, retryAt }: ProblemContext = {},
  ) {
    super(`${kind}: ${detail}`);
    this.domain = domain;
    this.retryAt = retryAt;
  }
}

/** Control characters of a text from outside would spoil logs and pages. */
const tidy = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, DETAIL_MAX);

/** No usable connection, or a reply that took too long. */
export const UNREACHABLE = 'unreachable';
/** A reply that makes no sense. */
export const UNUSABLE = 'unusable';

/** @param detail what is wrong with a reply of the authority; may contain its words */
export const unusable = (detail: string): AcmeProblem => new AcmeProblem(UNUSABLE, tidy(detail));

/** Reads a problem document; undefined if it is none. */
export function readProblem(document: unknown, about: ProblemContext = {}): AcmeProblem | undefined {
  const read = ProblemDocument.safeParse(document);
  if (!read.success || !read.data.type.startsWith(PREFIX)) return undefined;
  const [first] = read.data.subproblems ?? [];
  const { type, detail = '' } = first?.type.startsWith(PREFIX) ? first : read.data;
  const domain = about.domain ?? first?.identifier?.value.slice(0, DOMAIN_MAX);
  return new AcmeProblem(tidy(type.slice(PREFIX.length)), tidy(detail), { domain, retryAt: about.retryAt });
}
