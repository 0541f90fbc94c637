interface Validity {
  readonly not_before: Date;
  readonly not_after: Date;
}

const isValid = ({ not_before: from, not_after: to }: Validity, now: number): boolean =>
  from.getTime() <= now && now < to.getTime();

/** Orders a host's certificates by preference for a name that they cover: valid ones first, then the newest. */
export const servingOrder = <Row extends Validity>(
  newestFirst: readonly Row[],
  now: number,
): readonly Row[] => [
  ...newestFirst.filter((row) => isValid(row, now)),
  ...newestFirst.filter((row) => !isValid(row, now)),
];
