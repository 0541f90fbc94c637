import { z } from 'zod';

/**
 * Where a domain leads: `here`, every IPv4 address is this server's; `elsewhere`, at least one is not; `nowhere`, it
 * has no address; `unknown`, no DNS server replied. IPv6 counts for a domain without IPv4 addresses.
 */
export const DNS_STATES = ['here', 'elsewhere', 'nowhere', 'unknown'] as const;
export const DnsState = z.enum(DNS_STATES);
export type DnsState = z.infer<typeof DnsState>;

/** One record that matters for a name: what DNS has and what it should have. */
export const DnsRecord = z.object({
  type: z.enum(['A', 'AAAA', 'CAA', 'TXT']),
  /** The record's complete name, in punycode. */
  name: z.string(),
  found: z.array(z.string()),
  /** Values it should have; empty: none is needed. */
  expected: z.array(z.string()),
  isRight: z.boolean(),
});
export type DnsRecord = z.infer<typeof DnsRecord>;

/** The last check of a name's DNS. */
export const DomainDns = z.object({
  state: DnsState,
  records: z.array(DnsRecord),
  /** CAA records forbid the certificate authority to issue. */
  caaForbids: z.boolean(),
  /** A leads here, AAAA leads elsewhere: visitors with IPv6 reach another server. */
  aaaaElsewhere: z.boolean(),
  /** ISO 8601, UTC. */
  checkedAt: z.string(),
});
export type DomainDns = z.infer<typeof DomainDns>;
