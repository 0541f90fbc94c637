import { X509Certificate } from 'node:crypto';
import { coversName, shownDomain, type FaultReason } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import type { IssuedCertificate } from '#system/acme/authority';
import { readCertificate, type CheckedCertificate } from '#system/certificate/read-certificate';

/** Faults after issuance: the authority counts the certificate although it is not used. */
export const ISSUED_FAULTS: ReadonlySet<FaultReason> = new Set<FaultReason>([
  'certificate-wrong-names',
  'certificate-issued-key',
  'certificate-issued-dates',
  'certificate-issued-chain',
  'certificate-not-served',
]);

/** To the second, which shows a wrong clock; UTC. */
const moment = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function datesFault({ chain }: IssuedCertificate, now: number): Refusal {
  const { validFrom, validTo } = new X509Certificate(chain);
  const values = { from: moment(new Date(validFrom)), to: moment(new Date(validTo)) };
  return new Refusal('certificate-issued-dates', { values: { ...values, now: moment(new Date(now)) } });
}

/** The faults of an upload ask the owner for other files; here the authority is to blame. */
function issuedFault(error: unknown, issued: IssuedCertificate, now: number): unknown {
  if (!isRefusal(error)) return error;
  switch (error.reason) {
    case 'certificate-key-mismatch':
      return new Refusal('certificate-issued-key');
    case 'certificate-expired':
    case 'certificate-not-yet':
      return datesFault(issued, now);
    default:
      return new Refusal('certificate-issued-chain');
  }
}

/** Refuses with a fault of `ISSUED_FAULTS` if the certificate is not the ordered one. */
export function checkIssued(
  issued: IssuedCertificate,
  names: readonly string[],
  now: number,
): CheckedCertificate {
  let checked: CheckedCertificate;
  try {
    checked = readCertificate(issued.chain, issued.key, now);
  } catch (error) {
    throw issuedFault(error, issued, now);
  }
  const missing = names.find((name) => !checked.names.some((pattern) => coversName(pattern, name)));
  if (missing !== undefined)
    throw new Refusal('certificate-wrong-names', { values: { domain: shownDomain(missing) } });
  return checked;
}
