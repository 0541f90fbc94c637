interface Validity {
  readonly not_before: Date;
  readonly not_after: Date;
}

const isValid = ({ not_before: from, not_after: to }: Validity, now: number): boolean =>
  from.getTime() <= now && now < to.getTime();

/** Certificates of a host in the order in which they serve a name that they cover: valid ones before others, then the newest. */
export const servingOrder = <Row extends Validity>(
  newestFirst: readonly Row[],
  now: number,
): readonly Row[] => [
  ...newestFirst.filter((row) => isValid(row, now)),
  ...newestFirst.filter((row) => !isValid(row, now)),
];
