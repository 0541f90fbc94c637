/** Only some pages of some remotes use these, so each remote bundles its own copy. */
export { FormDialog, type FormOutcome } from './form-dialog/FormDialog';
export { Choices } from './form-dialog/Choices';
export { SelectField } from './form-dialog/SelectField';
