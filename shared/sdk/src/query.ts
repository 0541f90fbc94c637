/** RTK Query for views that read lists: a separate script, fetched with the first page that needs it. */
export { api, announcedEndpoint, quietEndpoint } from './api/api';
export { refetchFailed } from './api/refetch-failed';
