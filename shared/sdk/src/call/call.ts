import { kernel } from '../kernel/kernel';
import type { Call } from './exchange';

/**
 * Makes one call of the contract and returns its `res` (a `Blob` for streams, the complete body for the raw
 * paths). Rejects with a plain `Fault`; faults are announced to the shell unless `quiet`. Uses the page's one
 * kernel.
 */
export const call: Call = (def, input, options) => kernel().call(def, input, options);
