/** Only some pages of some remotes use it, so each remote bundles its own copy. */
export { NoticeDialog } from './notice-dialog/NoticeDialog';
