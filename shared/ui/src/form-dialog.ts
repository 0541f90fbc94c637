/** Only some pages of some remotes ask: each brings its own. */
export { FormDialog, type FormOutcome } from './form-dialog/FormDialog';
export { Choices } from './form-dialog/Choices';
