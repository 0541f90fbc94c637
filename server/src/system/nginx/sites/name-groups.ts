import { coversName } from '@sitedeck/contract';
import type { NodeSite, SiteCertificate } from '#system/site/site';

/** Names of a site with equal settings, which one server block serves. */
export interface NameGroup {
  readonly names: readonly string[];
  /** Undefined: the names are served over plain HTTP only. */
  readonly certificate: SiteCertificate | undefined;
  readonly forcesHttps: boolean;
  /** Days of HSTS; null: off. */
  readonly hstsDays: number | null;
  /** Whether the edge cache serves these names. */
  readonly cdn: boolean;
}

type NameFacts = Omit<NameGroup, 'names'>;

/** The first certificate that covers a name. */
export const certificateFor = (
  certificates: NodeSite['certificates'],
  name: string,
): SiteCertificate | undefined =>
  certificates.find((certificate) => certificate.names.some((pattern) => coversName(pattern, name)));

/** Forced HTTPS and HSTS have no effect without a certificate: a redirect to HTTPS would fail. */
function factsOf({ certificates, names: settings, hasCdn, status }: NodeSite, name: string): NameFacts {
  const certificate = certificateFor(certificates, name);
  const own = settings.find((one) => one.name === name);
  const cdn = hasCdn && status === 'NORMAL' && own?.cdn === true;
  if (!certificate) return { certificate, cdn, forcesHttps: false, hstsDays: null };
  return { certificate, cdn, forcesHttps: own?.forcesHttps ?? false, hstsDays: own?.hstsDays ?? null };
}

/** Groups the names of a site, in their order; the first name is in the first group. */
export function nameGroups(site: NodeSite, names: readonly string[]): readonly NameGroup[] {
  const groups = new Map<string, NameFacts & { names: string[] }>();
  for (const name of names) {
    const facts = factsOf(site, name);
    const key = [facts.certificate?.fingerprint ?? '', facts.forcesHttps, facts.hstsDays, facts.cdn].join(
      ' ',
    );
    const group = groups.get(key);
    if (group) group.names.push(name);
    else groups.set(key, { ...facts, names: [name] });
  }
  return [...groups.values()];
}
