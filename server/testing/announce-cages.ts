import { findCages } from '#system/cage/find-cages';
import { isolationHere } from '#system/process/identity';

/** Sets the variable that `itCaged` reads in the tests of this run. */
export async function announceCages(): Promise<void> {
  process.env['SITEDECK_TEST_CAGES'] = (await findCages(isolationHere())).is;
}
