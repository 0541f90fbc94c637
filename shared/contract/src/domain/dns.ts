import { z } from 'zod';

/**
 * Where a domain points: `here`, all its IPv4 addresses are this server's; `elsewhere`, at least one is not; `nowhere`,
 * it has no address; `unknown`, no DNS server replied. Without IPv4 addresses, the IPv6 ones decide.
 */
export const DNS_STATES = ['here', 'elsewhere', 'nowhere', 'unknown'] as const;
export const DnsState = z.enum(DNS_STATES);
export type DnsState = z.infer<typeof DnsState>;

/** One DNS record of a domain: its current and its expected values. */
export const DnsRecord = z.object({
  type: z.enum(['A', 'AAAA', 'CAA', 'TXT']),
  /** Fully qualified name of the record, in punycode. */
  name: z.string(),
  found: z.array(z.string()),
  /** Empty: the record is not needed. */
  expected: z.array(z.string()),
  isRight: z.boolean(),
});
export type DnsRecord = z.infer<typeof DnsRecord>;

/** The last check of a name's DNS. */
export const DomainDns = z.object({
  state: DnsState,
  records: z.array(DnsRecord),
  /** CAA records do not allow the certificate authority to issue certificates. */
  caaForbids: z.boolean(),
  /** The A record points here, the AAAA record does not: visitors with IPv6 reach another server. */
  aaaaElsewhere: z.boolean(),
  /** ISO 8601, UTC. */
  checkedAt: z.string(),
});
export type DomainDns = z.infer<typeof DomainDns>;
