import type { HostCode } from '@sitedeck/contract';

/** Requests through the edge cache in one hour (UTC), by domain. */
export interface EdgeHourTable {
  host_code: HostCode;
  hour: Date;
  /** Stored name, also of a domain that was unbound since; empty: a name that no domain covered. */
  domain: string;
  requests: number;
  hits: number;
  /** Bytes sent to visitors. */
  bytes: number;
  /** Bytes of hits. */
  hit_bytes: number;
  /** Replies of the site with a status of 500 and above. */
  origin_errors: number;
  ok: number;
  redirect: number;
  client_error: number;
  server_error: number;
}

/** Requests through the edge cache on one day (UTC), by cache rule. */
export interface EdgeRuleDayTable {
  host_code: HostCode;
  /** Start of the day. */
  day: Date;
  /** 0: no rule matched. */
  rule: number;
  requests: number;
  hits: number;
}

/** Statistics of the edge cache. */
export interface EdgeTables {
  edge_hour: EdgeHourTable;
  edge_rule_day: EdgeRuleDayTable;
}
