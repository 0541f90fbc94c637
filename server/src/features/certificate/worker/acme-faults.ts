import { shownDomain } from '@sitedeck/contract';
import { codeOf } from '#faults/error-code';
import { isRefusal, Refusal } from '#faults/refusal';
import { AcmeProblem, UNREACHABLE, UNUSABLE } from '#system/acme/problem';
import { ISSUED_FAULTS } from './issued-certificate';

const HOUR_MS = 3_600_000;
/** Codes of a disk that takes no more. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** An authority that wants a longer pause is asked again after this one, since the owner may change the request. */
const WAIT_MAX_MS = 7 * 24 * HOUR_MS;
/** Kinds of problems (RFC 8555, section 6.7) that lie with the authority. */
const THEIRS = new Set(['serverInternal', 'timeout', 'badNonce', UNREACHABLE]);

/** As people read it, minutes, UTC. */
const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Pause that an authority asks for. */
function waitOf({ retryAt = 0 }: AcmeProblem, now: number): number {
  return Math.min(Math.max(retryAt - now, HOUR_MS), WAIT_MAX_MS);
}

/** Authorities issue the same certificate about five times a week. */
const AFTER_ISSUE_MS = 48 * HOUR_MS;

/** Pause before a request is repeated at the earliest; an authority that limits requests counts those within it. */
export function leastPause(error: unknown, now: number): number {
  // It was issued, so repeating the request costs another certificate.
  if (isRefusal(error) && ISSUED_FAULTS.has(error.reason)) return AFTER_ISSUE_MS;
  return error instanceof AcmeProblem && error.kind === 'rateLimited' ? waitOf(error, now) : 0;
}

interface Circumstances {
  readonly now: number;
  /** The domain that is meant if the authority names none. */
  readonly domain?: string | undefined;
  /** The authority in CAA records. */
  readonly authority?: string | undefined;
}

function ofProblem(problem: AcmeProblem, { now, domain, authority = '' }: Circumstances): Refusal {
  const about = shownDomain(problem.domain ?? domain ?? '');
  if (THEIRS.has(problem.kind)) return new Refusal('certificate-authority-down');
  if (problem.kind === 'rateLimited') {
    const date = moment(now + waitOf(problem, now));
    return new Refusal('certificate-rate-limited', { values: { date } });
  }
  if (problem.kind === UNUSABLE)
    return new Refusal('certificate-authority-answer', { values: { detail: problem.detail } });
  if (problem.kind === 'caa') return new Refusal('certificate-caa', { values: { domain: about, authority } });
  const detail = problem.detail === '' ? problem.kind : problem.detail;
  return new Refusal('certificate-authority-refused', { values: { domain: about, detail } });
}

/**
 * The refusal for what went wrong while asking an authority; undefined: a failure inside this server, which is neither the
 * authority's answer nor its absence.
 */
export function refusalOf(error: unknown, circumstances: Circumstances): Refusal | undefined {
  if (isRefusal(error)) return error;
  if (error instanceof AcmeProblem) return ofProblem(error, circumstances);
  return FULL.has(codeOf(error) ?? '') ? new Refusal('disk-full') : undefined;
}

/** Pause before a failed request is repeated: 1 h, 2 h, 4 h and so on, at most a day. Authorities allow five failures an hour. */
export function retryPause(failures: number): number {
  const hours = Math.min(2 ** Math.max(failures - 1, 0), 24);
  // Hosts that failed together do not ask together again.
  return Math.round(hours * HOUR_MS * (0.9 + Math.random() * 0.2));
}
