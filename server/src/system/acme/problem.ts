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

/** What a certificate authority objects to. */
export class AcmeProblem extends Error {
  /**
   * @param kind type without its prefix, such as `rateLimited`
   * @param detail the authority's own words
   * @param domain the domain it is about; undefined: all
   * @param retryAt when it may be asked again, ms since 1970
   */
  constructor(
    readonly kind: string,
    readonly detail: string,
    readonly domain?: string | undefined,
    readonly retryAt?: number | undefined,
  ) {
    super(`${kind}: ${detail}`);
  }
}

/** Control characters of a text from outside would spoil logs and pages. */
const tidy = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, DETAIL_MAX);

/** Reads a problem document; undefined if it is none. */
export function readProblem(
  document: unknown,
  about: { readonly domain?: string; readonly retryAt?: number | undefined } = {},
): AcmeProblem | undefined {
  const read = ProblemDocument.safeParse(document);
  if (!read.success || !read.data.type.startsWith(PREFIX)) return undefined;
  const [first] = read.data.subproblems ?? [];
  const { type, detail = '' } = first?.type.startsWith(PREFIX) ? first : read.data;
  const domain = about.domain ?? first?.identifier?.value;
  return new AcmeProblem(type.slice(PREFIX.length), tidy(detail), domain, about.retryAt);
}
