import { shownDomain } from '@sitedeck/contract';
import { codeOf } from '#faults/error-code';
import { isRefusal, Refusal } from '#faults/refusal';
import { AcmeProblem, UNREACHABLE, UNUSABLE } from '#system/acme/problem';
import { ISSUED_FAULTS } from './issued-certificate';

const HOUR_MS = 3_600_000;
/** Error codes of a full disk. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);
/** A longer requested pause is cut to this one, since the owner may change the request. */
const PAUSE_MAX_MS = 7 * 24 * HOUR_MS;
/** Problem types (RFC 8555, section 6.7) that are the authority's fault. */
const AUTHORITY_FAULTS = new Set(['serverInternal', 'timeout', 'badNonce', UNREACHABLE]);

/** Date and time to the minute, UTC. */
const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Pause that the authority requests, at least an hour. */
function requestedPause({ retryAt = 0 }: AcmeProblem, now: number): number {
  return Math.min(Math.max(retryAt - now, HOUR_MS), PAUSE_MAX_MS);
}

/** Authorities issue the same certificate about five times a week. */
const AFTER_ISSUE_MS = 48 * HOUR_MS;

/** Minimum pause before a retry; a rate limit also counts requests that come before it ends. */
export function minimumPause(error: unknown, now: number): number {
  // The authority did issue, so a retry costs another certificate.
  if (isRefusal(error) && ISSUED_FAULTS.has(error.reason)) return AFTER_ISSUE_MS;
  return error instanceof AcmeProblem && error.type === 'rateLimited' ? requestedPause(error, now) : 0;
}

interface FaultContext {
  readonly now: number;
  /** Used if the authority names no domain. */
  readonly domain?: string | undefined;
  /** The authority's name in CAA records. */
  readonly authority?: string | undefined;
}

function problemRefusal(problem: AcmeProblem, { now, domain, authority = '' }: FaultContext): Refusal {
  const about = shownDomain(problem.domain ?? domain ?? '');
  if (AUTHORITY_FAULTS.has(problem.type)) return new Refusal('certificate-authority-down');
  if (problem.type === 'rateLimited') {
    const date = moment(now + requestedPause(problem, now));
    return new Refusal('certificate-rate-limited', { values: { date } });
  }
  if (problem.type === UNUSABLE)
    return new Refusal('certificate-authority-answer', { values: { detail: problem.detail } });
  if (problem.type === 'caa') return new Refusal('certificate-caa', { values: { domain: about, authority } });
  const detail = problem.detail === '' ? problem.type : problem.detail;
  return new Refusal('certificate-authority-refused', { values: { domain: about, detail } });
}

/** The refusal for a failed request to an authority; undefined: an unexpected failure inside this server. */
export function refusalOf(error: unknown, context: FaultContext): Refusal | undefined {
  if (isRefusal(error)) return error;
  if (error instanceof AcmeProblem) return problemRefusal(error, context);
  return DISK_FULL.has(codeOf(error) ?? '') ? new Refusal('disk-full') : undefined;
}

/** Pause before a retry: 1 h, 2 h, 4 h and so on, at most a day. Authorities allow five failures an hour. */
export function retryPause(failures: number): number {
  const hours = Math.min(2 ** Math.max(failures - 1, 0), 24);
  // Jitter, so that hosts that failed together do not retry together.
  return Math.round(hours * HOUR_MS * (0.9 + Math.random() * 0.2));
}
