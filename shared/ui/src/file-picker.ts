/** Only some pages of some remotes use these, so each remote bundles its own copy. */
export { FilePicker } from './file-picker/FilePicker';
export { parentOf, typedPath } from './file-picker/host-path';
export { pickerStyle } from './file-picker/picker-style';
