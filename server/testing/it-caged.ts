/** A test for machines that permit cages, skipped elsewhere: the start of the product says so there. */
export const itCaged = process.env['SITEDECK_TEST_CAGES'] === 'on' ? it : it.skip;
