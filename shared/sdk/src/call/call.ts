import { kernel } from '../kernel/kernel';
import type { Call } from './exchange';

/**
 * Makes one call of the contract and answers its `res` (a `Blob` for streams, the whole body for the raw paths).
 * Rejects with a plain `Fault`; faults are announced to the shell unless `quiet`. Goes through the page's one kernel.
 */
export const call: Call = (def, input, options) => kernel().call(def, input, options);
