/** A test for machines that permit cages and groups with limits, skipped elsewhere: the start of the product says so there. */
export const itWithShares = process.env['SITEDECK_TEST_SHARES'] === 'on' ? it : it.skip;
