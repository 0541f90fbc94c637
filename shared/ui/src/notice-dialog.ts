/** Only some pages of some remotes show one: each brings its own. */
export { NoticeDialog } from './notice-dialog/NoticeDialog';
