/** Small enough that each remote bundles its own copy: not shared. */
export { pageStateOf, type PageState } from './page-state/page-state';
export { PageContent } from './page-state/PageContent';
