/** Addresses that the egress filter treats specially: networks or single addresses. */
export interface Networks {
  /** Networks that may be reached although they are not public. */
  readonly allowed: readonly string[];
  /** This machine's addresses, which are never reached. */
  readonly own: readonly string[];
}
