/** RTK Query for views that read lists: in a script of its own, fetched with the first page that needs it. */
export { api, announcedEndpoint, quietEndpoint } from './api/api';
export { refetchFailed } from './api/refetch-failed';
